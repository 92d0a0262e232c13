//! The one-line notation of turns (ledger, section 6.2): printing and reading are inverse, and mistakes are reported
//! with their column.

use paddock::game::prelude::*;
use paddock::game::{CarId, NotationError};
use paddock::games::vektorace::{
    Action, Attack, AttackKind, AttackPlace, LoggedOrder, Move, Placing, Power, PowerUse, PowerUses, Rotation, Side,
    Start, Steward, Supply, TableEdge, Turn, Vektorace, clause_id,
};
use paddock::geometry::Direction;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn read(line: &str) -> Result<Turn, NotationError> {
    Vektorace::read_notation(line)
}

fn print(turn: &Turn) -> String {
    Vektorace::notation(turn)
}

/// A simple move: `3F F-`, then the declared gear.
fn plain(gear: u8, declare: u8) -> Move {
    Move {
        brake: false,
        gear,
        vector: Side::Front,
        boost: None,
        place: Side::Front,
        rotation: Rotation::Straight,
        attack: None,
        pit: None,
        box_box: false,
        powers: PowerUses::NONE,
        exchange: None,
        declare: Some(declare),
    }
}

fn cars() -> impl Strategy<Value = CarId> {
    prop_oneof![3 => 1..20u32, 1 => any::<u32>()].prop_map(CarId)
}

fn headings() -> impl Strategy<Value = Direction> {
    select(Direction::ALL.to_vec())
}

fn rotations() -> impl Strategy<Value = Rotation> {
    select(Rotation::ALL.to_vec())
}

fn starts() -> impl Strategy<Value = Start> {
    let placing = (headings(), option::of(select(TableEdge::ALL.to_vec())));
    let placing = placing.prop_map(|(heading, edge)| Placing { heading, edge });
    (rotations(), option::of(placing)).prop_map(|(rotation, placing)| Start { rotation, placing })
}

fn attacks() -> impl Strategy<Value = Attack> {
    let place = option::of(select(AttackPlace::ALL.to_vec()));
    (select(AttackKind::ALL.to_vec()), cars(), place, any::<bool>()).prop_map(|(kind, target, place, shield)| Attack {
        kind,
        target,
        place,
        shield,
    })
}

fn moves() -> impl Strategy<Value = Move> {
    let sides = || select(Side::ALL.to_vec());
    let supply = (any::<u8>(), any::<u8>()).prop_map(|(tyre, nitro)| Supply { tyre, nitro });
    let powers = vec(select(PowerUse::ALL.to_vec()), 0..=2);
    let powers = powers.prop_map(|uses| PowerUses::new(&uses).expect("two at most"));
    let places = (any::<bool>(), any::<u8>(), sides(), any::<Option<u8>>(), sides(), rotations());
    let rest = (
        option::of(attacks()),
        option::of(supply),
        any::<bool>(),
        powers,
        option::of(select(Power::ALL.to_vec())),
        any::<Option<u8>>(),
    );
    (places, rest).prop_map(
        |((brake, gear, vector, boost, place, rotation), (attack, pit, box_box, powers, exchange, declare))| Move {
            brake,
            gear,
            vector,
            boost,
            place,
            rotation,
            attack,
            pit,
            box_box,
            powers,
            exchange,
            declare,
        },
    )
}

fn actions() -> impl Strategy<Value = Action> {
    prop_oneof![
        6 => moves().prop_map(Action::Move),
        1 => (rotations(), any::<Option<u8>>()).prop_map(|(rotation, declare)| Action::Stop { rotation, declare }),
        1 => (option::of(headings()), any::<Option<u8>>())
            .prop_map(|(heading, declare)| Action::Edge { heading, declare }),
        1 => cars().prop_map(|to| Action::GiveWay { to }),
        1 => any::<u8>().prop_map(|declare| Action::Redeclare { declare }),
        1 => select(vec![Action::Lost, Action::Withdraw, Action::Abandon]),
    ]
}

fn turns() -> impl Strategy<Value = Turn> {
    let steward = ("[A-Za-z0-9-]{1,16}", cars(), any::<bool>()).prop_map(|(clause, by, allow)| Steward {
        clause: clause_id(&clause).expect("a clause's id"),
        by,
        allow,
    });
    let orders = vec(cars(), 0..=6).prop_map(|cars| LoggedOrder::new(&cars));
    (cars(), starts(), actions(), option::of(steward), orders)
        .prop_map(|(car, start, action, steward, next_order)| Turn { car, start, action, steward, next_order })
}

/// Words for lines that are almost valid, whole and broken.
fn almost_lines() -> impl Strategy<Value = String> {
    let words = [
        "7:",
        "12:",
        ":",
        "7",
        "<",
        ">",
        "-",
        "R6",
        "R6T",
        "R9",
        "R",
        "J2",
        "J",
        "2F",
        "4FL+2",
        "4FL+",
        "99999F",
        "4FX",
        "SL-",
        "F>",
        "F",
        "X<",
        "X",
        "E",
        "E2",
        "E22",
        "L",
        "Y5",
        "Y",
        "Q",
        "Q!",
        "=4",
        "=",
        "=-",
        "=300",
        "D3",
        "P3!",
        "P",
        "S3.FL",
        "S3FL",
        "S3.",
        "H12L",
        "H3.F",
        "M3R!",
        "T5N3",
        "T5",
        "T300N1",
        "BOX",
        "*wide",
        "*late-",
        "*shield",
        "*take.wide",
        "*take.",
        "*",
        "?VR-CUT-01:6+",
        "?:6+",
        "?VR-CUT-01:+",
        "?",
        "!",
        "#",
        "# so",
        "é",
        "√2",
        "\u{2028}",
    ];
    vec(select(words.to_vec()), 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_turn_reads_back_from_its_line(turn in turns()) {
        let line = print(&turn);
        prop_assert_eq!(read(&line), Ok(turn), "{}", line);
        prop_assert!(!line.contains('\n') && line.starts_with(|c: char| c.is_ascii_digit()));
    }

    #[test]
    fn a_canonical_line_is_printed_unchanged(turn in turns(), blanks in "[ \t]{1,3}", remark in "( #[^\n]*)?") {
        let line = print(&turn);
        let loose = format!("{blanks}{}{remark}", line.replace(' ', &blanks));
        prop_assert_eq!(read(&loose).map(|turn| print(&turn)), Ok(line));
    }

    #[test]
    fn the_parts_of_a_move_stand_in_any_order(played in moves(), shuffle in any::<prop::sample::Index>()) {
        let line = print(&Turn::new(CarId(7), Action::Move(played)));
        let words: Vec<&str> = line.split(' ').collect();
        let head = if played.brake { 4 } else { 3 };
        let tail = words.len() - usize::from(played.declare.is_some());
        let (mut parts, powers): (Vec<&str>, Vec<&str>) =
            words[head..tail].iter().partition(|word| !word.starts_with('*') || word.starts_with("*take"));
        if !parts.is_empty() {
            let by = shuffle.index(parts.len());
            parts.rotate_left(by);
        }
        // Powers keep their order, which is the order of use; here they come first.
        let loose = [&words[..1], &powers, &words[1..head], &parts, &words[tail..]].concat().join(" ");
        prop_assert_eq!(read(&loose).map(|turn| print(&turn)), Ok(line), "{}", loose);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), line in almost_lines()) {
        for text in [text, line] {
            match read(&text) {
                Ok(turn) => prop_assert_eq!(read(&print(&turn)), Ok(turn)),
                Err(error) => {
                    prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{text}: {error}");
                    prop_assert!(error.line.is_none() && error.message.len() < 400, "{error}");
                    prop_assert!(!error.message.contains(char::is_control));
                }
            }
        }
    }
}

#[test]
fn the_ledgers_examples_are_read_correctly() {
    let mut four = plain(4, 5);
    (four.vector, four.boost, four.rotation) = (Side::FrontLeft, Some(2), Rotation::Right);
    four.attack = Some(Attack { kind: AttackKind::Push, target: CarId(3), place: None, shield: false });
    let mut two = plain(2, 2);
    (two.brake, two.place) = (true, Side::SideLeft);
    let mut pit = plain(3, 2);
    pit.pit = Some(Supply { tyre: 5, nitro: 3 });
    let of = |car, action| Turn::new(CarId(car), action);
    for (line, turn) in [
        ("7: 4FL+2 F> P3 =5", of(7, Action::Move(four))),
        ("2: J2 2F SL- =2", of(2, Action::Move(two))),
        ("4: X> =1", of(4, Action::Stop { rotation: Rotation::Right, declare: Some(1) })),
        ("1: 3F F- T5N3 =2", of(1, Action::Move(pit))),
        ("6: Y5", of(6, Action::GiveWay { to: CarId(5) })),
        ("5: 3F F- =4", of(5, Action::Move(plain(3, 4)))),
        ("6: 3F F- =4", of(6, Action::Move(plain(3, 4)))),
    ] {
        assert_eq!(read(line), Ok(turn), "{line}");
        assert_eq!(print(&turn), line);
    }
}

#[test]
fn every_form_of_the_table_is_canonical() {
    for line in [
        "7: X<",
        "7: X- =1",
        "7: E2 =1",
        "7: E",
        "7: L",
        "7: Q",
        "7: Q!",
        "7: =4",
        "7: Y12",
        "7: < 3F F- =3",
        "7: R6 1F F- =2",
        "7: R6T X- =1",
        "7: > R0L E =1",
        "7: 4F+0 F- =4",
        "7: 3F F-",
        "7: 3F F- D3 =3",
        "7: 3F F- S3.FL =3",
        "7: 3F F- O3.F =3",
        "7: 3F F- H3L =3",
        "7: 3F F- H12R! =3",
        "7: 3F F- M3L =3",
        "7: 3F F- P3! =3",
        "7: 3F F- P3.FL =3",
        "7: 3F F- S3 =3",
        "7: 3F F- H3.F! =3",
        "7: 3F F- P3.L =3",
        "7: 3F F- BOX =3",
        "7: 3F F- *late- =2",
        "7: 3F F- *spareT *swapTN *take.wide =2",
        "7: 3SL SR- P3 T5N3 BOX *wide =2 ?VR-CUT-01:6+",
        "7: L ?VR-EDGE-03:6-",
        "7: =4 ?VR-TURN-03:1+",
    ] {
        assert_eq!(read(line).map(|turn| print(&turn)), Ok(line.to_owned()), "{line}");
    }
}

#[test]
fn a_remark_and_an_odd_layout_change_nothing() {
    let expected = read("7: J2 2F SL- P3 T5N3 BOX *late- =2");
    assert!(expected.is_ok());
    for line in [
        "  7: J2 2F SL- P3 T5N3 BOX *late- =2",
        "7:J2\t2F  SL- P3 T5N3 BOX *late- =2",
        "7: *late- J2 2F SL- BOX T5N3 P3 =2",
        "007: J02 2F SL- P3 T5N3 BOX *late- =2 # Ada brakes = late, P4 ?",
        "7: J2 2F SL- P3 T5N3 BOX *late- =2#so",
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn mistakes_are_reported_with_their_column() {
    for (line, column, words) in [
        ("", 1, "the turn is missing: a turn begins with its car's number and a colon"),
        ("Ada: 3F F-", 1, "`Ada:` is not a car's number"),
        ("7 3F F-", 1, "`7` lacks the colon"),
        ("7:", 3, "the action of car 7 is missing"),
        ("7: # later", 3, "the action of car 7 is missing"),
        ("99999999999: L", 1, "`99999999999` is too large for a car's number"),
        ("7: 4FX F-", 4, "`4FX` does not name a place: write F, FL, FR, SL or SR"),
        ("12: < 4FX F-", 7, "`4FX` does not name a place: write F, FL, FR, SL or SR"),
        ("7: 4FL F", 8, "`F` lacks the car's rotation: write <, - or > after the car's place"),
        ("7: 4FL FF<", 8, "`FF<` does not name a place"),
        ("7: 4FL", 7, "the car's place is missing"),
        ("7: 4FL+ F-", 4, "`4FL+` lacks the boost's length"),
        ("7: 4FL+two F-", 8, "`two` is not a boost; write a number"),
        ("7: 256FL F-", 4, "`256` is too large for a gear"),
        ("7: FL F-", 4, "`FL` is not an action of a car"),
        ("7: J 2F SL-", 4, "`J` lacks the reduced gear"),
        ("7: J2 3F SL-", 7, "`3F` must be a vector of gear 2, because the car brakes to gear 2"),
        ("7: J2", 6, "the vector after the brake is missing"),
        ("7: 3F F- P =4", 10, "`P` has no target: write the number of the attacked car after the letter, as in P3"),
        ("7: 3F F- S3FL =4", 10, "write a dot followed by F, FL, FR, SL or SR after the car's number, as in S3.FL"),
        ("7: 3F F- H3 P4 =4", 13, "`P4` is one too many: a turn has one attack at most"),
        ("7: 3F F- H3X =4", 10, "write L or R after the car's number, as in H3L"),
        ("7: 3F F- T5 =4", 10, "`T5` does not give the points"),
        ("7: 3F F- BOX BOX =4", 14, "BOX-BOX can be called only once"),
        ("7: 3F F- *fly =4", 10, "`*fly` does not name a Super Power: write `*` followed by wide, open, spareT"),
        ("7: 3F F- *take.fly =4", 10, "`*take.fly` does not name a Super Power to take"),
        ("7: 3F F- *wide *open *tape =4", 22, "a turn uses two Super Powers at most"),
        ("7: 3F F- =4 P3", 13, "`P3` is too late: after the declaration only"),
        ("7: 3F F- 4F F- =4", 10, "`4F` is not part of a move"),
        ("7: 3F F- =", 10, "`=` declares no gear"),
        ("7: 3F F- =300", 11, "`300` is too large for a gear"),
        ("7: X =1", 4, "`X` lacks the rotation on the spot: write X<, X- or X>"),
        ("7: X< P3 =1", 7, "`P3` is not allowed here: only the declaration, such as =1"),
        ("7: *wide X< =1", 4, "`*wide` belongs to a move, but this turn has no move"),
        ("7: L =1", 6, "`=1` is not allowed here: only a steward's call may follow"),
        ("7: E8 =1", 4, "`E8` lacks the direction at the edge"),
        ("7: R8 3F F-", 4, "`R8` does not say how the car is put back: write R, a direction from 0 to 7"),
        ("7: R6 R6 3F F-", 7, "a car is put back on the table only once"),
        ("7: << 3F F-", 4, "`<<` is not a rotation: write < or >"),
        ("7: < > 3F F-", 6, "a car rotates only once on the spot"),
        ("7: Y", 4, "`Y` does not name a car to give way to"),
        ("7: Yes", 5, "`es` is not a car's number"),
        ("7: L ?VR-CUT-01", 6, "is not a steward's call"),
        ("7: L ?VR_CUT:6+", 6, "does not name a clause: its id has letters, digits and hyphens"),
        ("7: L ?VR-CUT-01:6+ =4", 20, "`=4` is too late"),
        ("7: äö", 4, "`äö` is not an action of a car"),
        ("\u{3000}7: é", 5, "`é` is not an action of a car"),
    ] {
        let error = read(line).expect_err(line);
        assert_eq!((error.line, error.column), (None, column), "{line}: {error}");
        assert!(error.message.contains(words), "{line}: {error}");
    }
}

#[test]
fn hostile_lines_are_refused_in_a_short_sentence() {
    let long = |text: &str| text.repeat(1 << 20);
    for line in [
        format!("{}: L", long("9")),
        format!("7: {}", long("4FL ")),
        format!("7: {}", long("x")),
        format!("7: 3F F- {}", long("*wide ")),
        format!("7: 3F F- ?{}:6+", long("A")),
        format!("7: {}F F-", long("9")),
        long(":"),
        long("\u{301}"),
        "7: \u{1b}[2J".to_owned(),
        "\0".to_owned(),
    ] {
        let said = read(&line).expect_err("refused").to_string();
        assert!(said.len() < 400 && !said.contains(char::is_control), "{said}");
    }
}
