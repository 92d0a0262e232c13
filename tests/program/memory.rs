//! Tests of the memory of calls on folders: it depends on what is being worked on, not on the size of the folder.
#![cfg(target_os = "linux")]

/// Tests of more than a few seconds: `cargo test -- --ignored slow::` runs them.
mod slow {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

    use std::io::BufRead as _;
    use std::path::Path;
    use std::process::Stdio;
    use std::time::Duration;

    use crate::command::{call, paddock, text};

    const MB: u64 = 1 << 20;

    /// Runs a call that must succeed. Returns the most memory that it had at a time, in bytes.
    fn most_memory(arguments: &[&str]) -> u64 {
        let mut child =
            call(arguments).env("RAYON_NUM_THREADS", "6").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        let code = loop {
            // The system keeps the peak, so that the last reading has it but for the last few milliseconds.
            let peak = std::fs::read_to_string(&status).unwrap_or_default();
            let peak = peak.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix("kB"));
            most = most.max(peak.map_or(0, |kilobytes| kilobytes.trim().parse::<u64>().unwrap() * 1024));
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert_eq!(code, Some(0), "{arguments:?}");
        assert!(most > 5 * MB, "{arguments:?}: the memory was not read");
        most
    }

    fn copies(file: &str, count: usize, folder: &Path) -> std::path::PathBuf {
        let to = folder.join(format!("{count}"));
        std::fs::create_dir(&to).unwrap();
        (0..count).for_each(|number| _ = std::fs::copy(file, to.join(format!("{number}.json"))).unwrap());
        to
    }

    #[test]
    #[ignore = "slow"]
    fn a_table_of_ten_times_the_races_needs_no_more_memory() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("table.csv");
        let [few, many] = [60, 600].map(|count| {
            let races = copies("replays/vector_racing/mill-lane-three-pencils.json", count, folder.path());
            let most = most_memory(&["export", text(&races), "-o", text(&table)]);
            assert!(std::fs::read_to_string(&table).unwrap().lines().count() > 290 * count, "{count} races");
            most
        });
        assert!(many < few + few / 2 + 20 * MB, "{} MB for 60 races, {} MB for 600", few / MB, many / MB);
    }

    /// Writes races of this number of turns, in which three racers go to and fro beside the start.
    fn long_races(count: usize, turns: usize, folder: &Path) -> std::path::PathBuf {
        let to = folder.join("long");
        std::fs::create_dir(&to).unwrap();
        let race = std::fs::read("replays/vector_racing/mill-lane-three-pencils.json").unwrap();
        let mut race: serde_json::Value = serde_json::from_slice(&race).unwrap();
        let step = |number: usize| match number / 3 {
            0 => 1,
            round => [1, 0, -1, 0][(round - 1) % 4],
        };
        let turn = |number| serde_json::json!({"car": number % 3 + 1, "move": [step(number), 0]});
        race["turns"] = (0..turns).map(turn).collect();
        race["track"]["rules"]["turn_cap"] = 40_000.into();
        let text = race.to_string();
        (0..count).for_each(|number| std::fs::write(to.join(format!("{number}.json")), &text).unwrap());
        to
    }

    #[test]
    #[ignore = "slow"]
    fn eight_races_of_100_000_turns_are_exported_in_800_mb() {
        const TURNS: usize = 100_000;
        let folder = tempfile::tempdir().unwrap();
        let races = long_races(8, TURNS, folder.path());
        let checked = paddock(&["check", text(&races.join("7.json"))]);
        assert_eq!(checked.status.code(), Some(0), "the races are legal");
        for table in ["table.csv", "table.parquet"] {
            let table = folder.path().join(table);
            let most = most_memory(&["export", text(&races), "-o", text(&table)]);
            assert!(most < 800 * MB, "{}: {} MB", table.display(), most / MB);
            if table.extension().is_some_and(|extension| extension == "csv") {
                let lines = std::io::BufReader::new(std::fs::File::open(&table).unwrap()).lines().count();
                assert!(lines > 8 * TURNS, "{lines} lines");
            }
        }
    }

    #[test]
    #[ignore = "slow"]
    fn large_pictures_of_a_folder_are_painted_in_strips() {
        let folder = tempfile::tempdir().unwrap();
        let circuits = copies("tracks/wheel_to_wheel/skerry-sands.json", 6, folder.path());
        let out = folder.path().join("out");
        let most = most_memory(&["render", text(&circuits), "-o", text(&out), "--width", "12000"]);
        let (width, height) = image::image_dimensions(out.join("0.png")).unwrap();
        let whole = u64::from(width) * u64::from(height) * 4;
        assert_eq!(std::fs::read_dir(&out).unwrap().count(), 6);
        assert!(most < 2 * whole, "{} MB; one picture alone has {} MB", most / MB, whole / MB);
    }
}
