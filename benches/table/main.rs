//! All measurements as one table: the task, its size, the time or rate, and the memory.
//!
//! `cargo bench --locked` measures all subjects, and `cargo bench --locked -- racetrack folder` measures two of them.
//! `--quick` takes fewer runs and smaller sizes, for a table in a minute or two. Rows are printed as they are measured.
//!
//! In any case, the first rows compare the states of all shipped races with the stored ones, to show that the measured
//! build plays correctly. A row with the peak memory of a process comes from a separate process that measures nothing
//! else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench prints its measurements, and ends with an error if it cannot start"
)]

mod balance;
mod calibration;
mod drivers;
mod endless;
mod files;
mod folder;
mod formula_d;
mod frames;
mod interrupt;
mod long_race;
mod memory;
mod pictures;
mod proof;
mod racetrack;
mod recorded;
mod rules;
mod same;
mod strength;
mod table;
mod units;
mod wheel_to_wheel;
mod window;

use table::Table;

/// The allocator that the program uses when it runs with a window.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A subject that can be measured alone.
struct Subject {
    /// The word that selects the subject.
    id: &'static str,
    /// The heading of the subject's rows.
    title: &'static str,
    /// Prints the subject's rows.
    rows: fn(&Table),
    /// Prints the rows of one part, if the part is measured in its own process.
    part: fn(&Table, &str),
}

const SUBJECTS: [Subject; 13] = [
    Subject { id: "vektorace", title: "VektoRace: the rules", rows: rules::rows, part: table::no_part },
    Subject { id: "solve", title: "VektoRace: laps proved", rows: proof::rows, part: proof::part },
    Subject { id: "racetrack", title: "Vector Racing: least turns", rows: racetrack::rows, part: table::no_part },
    Subject { id: "wheel_to_wheel", title: "Wheel to Wheel", rows: wheel_to_wheel::rows, part: wheel_to_wheel::part },
    Subject { id: "formula_d", title: "Formula D", rows: formula_d::rows, part: formula_d::part },
    Subject { id: "pictures", title: "Pictures", rows: pictures::rows, part: pictures::part },
    Subject { id: "frames", title: "Frames of the window", rows: frames::rows, part: table::no_part },
    Subject { id: "drivers", title: "Computer drivers", rows: strength::rows, part: table::no_part },
    Subject { id: "calibration", title: "Whether advice comes true", rows: calibration::rows, part: calibration::part },
    Subject { id: "balance", title: "The balance while drawing", rows: balance::rows, part: balance::part },
    Subject { id: "long_race", title: "Long races", rows: long_race::rows, part: long_race::part },
    Subject { id: "interrupt", title: "Calls that are ended early", rows: interrupt::rows, part: table::no_part },
    Subject { id: "folder", title: "Folders of races", rows: folder::rows, part: folder::part },
];

/// The subject that takes hours. It is measured only if it is named.
const LONG: &str = "calibration";

fn main() {
    paddock::process::use_small_pages();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let table = Table { is_quick: arguments.iter().any(|argument| argument == table::QUICK) };
    // This process measures one part for another process.
    if let Some(at) = arguments.iter().position(|argument| argument == table::PART) {
        let [id, part] = [1, 2].map(|next| arguments.get(at + next).expect("a subject and its part"));
        let subject = SUBJECTS.iter().find(|subject| subject.id == *id).expect("a subject");
        return (subject.part)(&table, part);
    }
    // Cargo adds `--bench`, which is ignored.
    let unknown =
        |argument: &&String| argument.starts_with('-') && !["--bench", table::QUICK].contains(&argument.as_str());
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |subject: &&Subject| match words.as_slice() {
        [] => subject.id != LONG,
        words => words.iter().any(|word| subject.id.contains(word.as_str())),
    };
    let wanted: Vec<&Subject> = SUBJECTS.iter().filter(is_wanted).collect();
    if let Some(argument) = arguments.iter().find(unknown) {
        refuse(&format!("{argument}: unknown option; the only one is {}", table::QUICK));
    }
    if let Some(word) = words.iter().find(|word| !SUBJECTS.iter().any(|subject| subject.id.contains(word.as_str()))) {
        refuse(&format!("{word}: unknown subject"));
    }
    table.head();
    table.group("The same everywhere");
    same::rows(&table);
    for subject in wanted {
        table.group(subject.title);
        (subject.rows)(&table);
    }
}

/// Prints a message about a wrong call and ends the process.
fn refuse(why: &str) -> ! {
    let ids: Vec<&str> = SUBJECTS.iter().map(|subject| subject.id).collect();
    eprintln!("{why}; subjects: {}", ids.join(", "));
    std::process::exit(2)
}
