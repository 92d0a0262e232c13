//! Computes ranks. The rank of a space is its distance along the middle lane times two. But every edge must lead to a
//! space of higher rank. If an edge does not, the ranks are changed as little as possible (FD-TRK-02, FD-TRK-03).

/// The ranks (distance along the lap, in half spaces) of all spaces, and the length of a lap in half spaces.
pub(super) struct Ranks {
    pub of: Vec<i32>,
    pub lap: i32,
}

/// Sorts the spaces so that every edge leads to a later space in the list. Spaces on a loop, or reached from a loop,
/// cannot be sorted and come last. Returns the list, and the number of spaces that could be sorted.
fn order(count: usize, edges: &[[usize; 2]]) -> (Vec<usize>, usize) {
    let mut waiting = vec![0usize; count];
    let mut out = vec![Vec::new(); count];
    for [from, to] in edges {
        waiting[*to] += 1;
        out[*from].push(*to);
    }
    let mut ready: Vec<usize> = (0..count).rev().filter(|space| waiting[*space] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(space) = ready.pop() {
        order.push(space);
        for to in &out[space] {
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    let whole = order.len();
    let mut is_in = vec![false; count];
    order.iter().for_each(|space| is_in[*space] = true);
    order.extend((0..count).filter(|space| !is_in[*space]));
    (order, whole)
}

/// Returns the indices of the edges to remove so that no loop is left. From each loop, removes the lane change that
/// goes farthest backwards along the lap. If all edges of the loop stay in their lane, removes the edge that goes
/// farthest backwards.
pub(super) fn loops(along: &[f64], edges: &[[usize; 2]], is_ahead: &dyn Fn([usize; 2]) -> bool) -> Vec<usize> {
    const MOST: usize = 50;
    let mut left: Vec<usize> = (0..edges.len()).collect();
    let mut gone = Vec::new();
    while gone.len() < MOST {
        let list: Vec<[usize; 2]> = left.iter().map(|place| edges[*place]).collect();
        let (order, whole) = order(along.len(), &list);
        if whole == order.len() {
            break;
        }
        let mut is_looped = vec![false; along.len()];
        order[whole..].iter().for_each(|space| is_looped[*space] = true);
        let rise = |place: &usize| along[edges[*place][1]] - along[edges[*place][0]];
        let inside = left.iter().copied().filter(|place| edges[*place].iter().all(|end| is_looped[*end]));
        let worst = inside.min_by(|one, other| {
            is_ahead(edges[*one]).cmp(&is_ahead(edges[*other])).then(rise(one).total_cmp(&rise(other)))
        });
        let Some(worst) = worst else { break };
        gone.push(worst);
        left.retain(|place| *place != worst);
    }
    gone.sort_unstable();
    gone
}

/// Computes each space's rank from its distance along the middle lane, which has `middle` spaces. `edges` are the edges
/// that do not cross the finish line.
pub(super) fn ranks(along: &[f64], middle: usize, edges: &[[usize; 2]]) -> Ranks {
    let count = along.len();
    let (order, _) = order(count, edges);
    let mut at = vec![0usize; count];
    order.iter().enumerate().for_each(|(place, space)| at[*space] = place);
    let mut out = vec![Vec::new(); count];
    for [from, to] in edges.iter().filter(|[from, to]| at[*from] < at[*to]) {
        out[*from].push(*to);
    }
    // The number of edges on the longest path to each space, and on the longest path from each space.
    let (mut before, mut behind) = (vec![0i64; count], vec![0i64; count]);
    for space in &order {
        for to in &out[*space] {
            before[*to] = before[*to].max(before[*space] + 1);
        }
    }
    for space in order.iter().rev() {
        behind[*space] = out[*space].iter().map(|to| behind[*to] + 1).max().unwrap_or(0);
    }
    let usual = 2 * middle.max(1) as i64;
    let longest = (0..count).map(|space| before[space] + behind[space] + 1).max().unwrap_or(0);
    let lap = usual.max(longest);
    let scale = lap as f64 / middle.max(1) as f64;
    let mut rank = vec![0i64; count];
    for space in &order {
        let wanted = (along[*space] * scale).round() as i64;
        let wanted = wanted.clamp(before[*space], (lap - 1 - behind[*space]).max(before[*space]));
        rank[*space] = rank[*space].max(wanted);
        for to in &out[*space] {
            rank[*to] = rank[*to].max(rank[*space] + 1);
        }
    }
    let narrow = |rank: i64| rank.clamp(0, i64::from(i32::MAX)) as i32;
    Ranks { of: rank.into_iter().map(narrow).collect(), lap: narrow(lap) }
}
