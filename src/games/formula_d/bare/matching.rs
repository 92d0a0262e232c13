//! Finds maximum matchings of least cost, which pair each space with the space ahead of it in its lane.

use std::collections::VecDeque;

/// Pairs left nodes with right nodes. Makes as many pairs as possible. Of all ways to make that number of pairs,
/// chooses the cheapest. `edges[left]` lists the right nodes that a left node may be paired with, each with its cost.
/// Each augmenting path is found by relaxing edges until nothing changes. That is fast enough, because graphs of
/// circuits have only about three edges per space.
pub(super) fn matching(edges: &[Vec<(usize, i64)>], rights: usize) -> Vec<Option<usize>> {
    let lefts = edges.len();
    let mut of_left: Vec<Option<(usize, i64)>> = vec![None; lefts];
    let mut of_right: Vec<Option<usize>> = vec![None; rights];
    loop {
        let mut best = vec![i64::MAX; rights];
        let mut parent: Vec<usize> = vec![usize::MAX; rights];
        let mut queue = VecDeque::new();
        let mut is_queued = vec![false; lefts];
        let mut cost: Vec<i64> = vec![i64::MAX; lefts];
        for left in (0..lefts).filter(|left| of_left[*left].is_none()) {
            cost[left] = 0;
            is_queued[left] = true;
            queue.push_back(left);
        }
        while let Some(left) = queue.pop_front() {
            is_queued[left] = false;
            for (right, price) in &edges[left] {
                let total = cost[left].saturating_add(*price);
                if of_left[left].is_some_and(|(own, _)| own == *right) || total >= best[*right] {
                    continue;
                }
                best[*right] = total;
                parent[*right] = left;
                if let Some(owner) = of_right[*right] {
                    let refund = of_left[owner].map_or(0, |(_, price)| price);
                    cost[owner] = total - refund;
                    if !std::mem::replace(&mut is_queued[owner], true) {
                        queue.push_back(owner);
                    }
                }
            }
        }
        let free = (0..rights).filter(|right| of_right[*right].is_none() && best[*right] < i64::MAX);
        let Some(end) = free.min_by_key(|right| best[*right]) else { break };
        let mut right = end;
        loop {
            let left = parent[right];
            let price = edges[left].iter().find(|(to, _)| *to == right).map_or(0, |(_, price)| *price);
            let before = of_left[left].replace((right, price));
            of_right[right] = Some(left);
            match before {
                Some((own, _)) => right = own,
                None => break,
            }
        }
    }
    of_left.into_iter().map(|pair| pair.map(|(right, _)| right)).collect()
}
