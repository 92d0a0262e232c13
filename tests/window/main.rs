//! The window, by keys, pointer and queries, without a display.

mod analysis;
mod at_the_table;

mod balance;
mod behind_dialogs;
mod below;
mod board;
mod choices;
mod comparisons;
mod context_menus;
mod corners;
mod desk;
mod dialogs;
mod disk;
mod drivers;
mod editor;
mod editor_files;
mod editor_keys;
mod editor_panels;
mod editor_proof;
mod editor_tools;
mod editor_undo;
mod editor_view;
mod export;
mod extent;
mod fifth_game;
#[path = "../../examples/fifth_game/main.rs"]
#[allow(dead_code, reason = "its `main` is not called here")]
mod fifth_program;

mod fixes;
mod gestures;
mod groups;
mod handles;
mod hands;
mod imports;
mod journals;
mod layers;
mod layout;
mod layouts;
mod legend;
mod menus;
mod narrow;
mod own_quantities;
mod paths;
mod previews;
mod print;
mod random;
mod record;
mod remarks;
mod screen_size;
mod scrolling;
mod seats;
mod secret;
mod shell;
mod sketch;
mod snapping;
mod soak;
mod spaces;
mod stretches;
mod templates;
mod timing;
mod tour;
mod two_windows;
mod variants;
mod wheel_to_wheel;
