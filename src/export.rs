//! Tables out. Pictures are the renderer's.

pub mod csv;
