//! Tests that the themes paint every style, with enough contrast.

use super::*;

/// The surfaces on which cars race, each with the ground around it.
const SURFACES: [(Style, Option<Style>); 8] = [
    (Style::Road, Some(Style::Table)),
    (Style::Space, None),
    (Style::SpaceBeside, None),
    (Style::SpaceCorner(1), None),
    (Style::SpaceCorner(2), None),
    (Style::SpaceCorner(3), None),
    (Style::Space, Some(Style::Table)),
    (Style::Ground, Some(Style::OffTrack)),
];

/// The colour with which a style covers an area.
fn area(theme: Theme, style: Style) -> Colour {
    let paint = theme.paint(style);
    paint.fill.or(paint.line.map(|line| line.colour)).expect("painted")
}

const STYLES: [Style; 92] = [
    Style::Table,
    Style::GridLine,
    Style::GridLineStrong,
    Style::PaperLine,
    Style::PaperLineStrong,
    Style::Ruler,
    Style::Shadow,
    Style::Road,
    Style::RoadEdge,
    Style::Bed,
    Style::PitLane,
    Style::PitHatch,
    Style::EntryLine,
    Style::FinishLine,
    Style::Slot,
    Style::Start,
    Style::StartText,
    Style::Symbol,
    Style::Wall,
    Style::ChequerLight,
    Style::ChequerDark,
    Style::ChequerFrame,
    Style::Corner,
    Style::CurbDark,
    Style::Marker,
    Style::CurbLight,
    Style::Curb(1),
    Style::Ground,
    Style::OffTrack,
    Style::Boundary,
    Style::Oil,
    Style::SpeedUp,
    Style::SlowDown,
    Style::Warp,
    Style::Noise,
    Style::Reflector,
    Style::Spinner,
    Style::PitArrow,
    Style::Joint,
    Style::Chevron,
    Style::Arrow,
    Style::Tunnel,
    Style::TrackLimit,
    Style::LapLine,
    Style::CarHalo,
    Style::CarBase(0),
    Style::CarBody(0),
    Style::CarNumber(0),
    Style::ActRing,
    Style::Vector(0),
    Style::Boost(0),
    Style::Path(0),
    Style::OldPath(0, 1),
    Style::Graded(40),
    Style::GradedEdge,
    Style::Ghost(0),
    Style::LegalFree,
    Style::LegalCost,
    Style::LegalCrash,
    Style::Illegal,
    Style::EvidenceShape,
    Style::EvidenceLine,
    Style::IssueMark,
    Style::Selection,
    Style::Hover,
    Style::Guide,
    Style::Zone,
    Style::Space,
    Style::SpaceBeside,
    Style::SpaceCorner(1),
    Style::SpaceCorner(3),
    Style::SpacePit,
    Style::SpaceRed,
    Style::SpaceRedText,
    Style::Garage(0),
    Style::GarageText(0),
    Style::Label,
    Style::Count,
    Style::Page,
    Style::RulerStrip,
    Style::Sign,
    Style::SignText,
    Style::SignNote,
    Style::SignDot,
    Style::Badge(2),
    Style::BadgeText(2),
    Style::Leader,
    Style::RacingLine,
    Style::RacingPlace,
    Style::RacingGear,
    Style::Reach(200),
    Style::Heat(200),
];

#[test]
fn every_style_is_painted_in_every_theme() {
    for theme in Theme::ALL {
        for style in STYLES {
            let paint = theme.paint(style);
            assert!(paint.fill.is_some() || paint.line.is_some(), "{theme:?} {style:?}");
            assert!(paint.line.is_none_or(|line| line.width > 0.0), "{theme:?} {style:?}");
        }
    }
}

#[test]
fn numbers_read_on_every_car() {
    for theme in Theme::ALL {
        for car in 0..8 {
            let number = theme.paint(Style::CarNumber(car)).fill.expect("a colour");
            for ground in [Style::CarBase(car), Style::CarBody(car)] {
                assert!(number.contrast(area(theme, ground)) >= 4.5, "{theme:?} {ground:?}");
            }
        }
    }
}

#[test]
fn old_paths_fade_but_stay() {
    let opacity = |age| Theme::Light.paint(Style::OldPath(2, age)).line.map_or(0, |line| line.colour.0[3]);
    assert!(opacity(1) > opacity(2) && opacity(2) > opacity(3));
    assert!(opacity(255) > 0);
}

#[test]
fn surfaces_stand_out_from_the_ground() {
    for theme in Theme::ALL {
        let least = if theme == Theme::Dark { 15.0 } else { 12.0 };
        for (style, ground) in SURFACES {
            let ground = ground.map_or(theme.background(), |ground| area(theme, ground));
            let difference = (area(theme, style).lightness() - ground.lightness()).abs();
            assert!(difference >= least, "{theme:?} {style:?}: {difference:.1}");
        }
    }
}

#[test]
fn marks_stand_out_from_every_surface() {
    for theme in Theme::ALL {
        for (surface, _) in SURFACES {
            let ground = area(theme, surface);
            for mark in [Style::FinishLine, Style::Slot, Style::EntryLine, Style::Arrow, Style::Boundary] {
                let difference = (area(theme, mark).over(ground).lightness() - ground.lightness()).abs();
                assert!(difference >= 40.0, "{theme:?} {mark:?} on {surface:?}: {difference:.1}");
            }
            // One of the two chequer colours stands out on every surface.
            let chequers = [Style::ChequerDark, Style::ChequerLight].map(|style| area(theme, style).lightness());
            assert!(chequers.iter().any(|light| (light - ground.lightness()).abs() >= 40.0), "{theme:?} {surface:?}");
            let text = area(theme, Style::Label).contrast(ground);
            assert!(text >= 4.5, "{theme:?} text on {surface:?}: {text:.1}");
            for car in 0..8 {
                let halo = area(theme, Style::CarHalo);
                let base = theme.paint(Style::CarBase(car)).line.expect("outlined").colour;
                let seen = halo.contrast(ground).max(base.contrast(ground));
                assert!(seen >= 4.5, "{theme:?} car {car} on {surface:?}: {seen:.1}");
                let path = area(theme, Style::Path(car)).contrast(ground);
                assert!(path >= 1.8, "{theme:?} path {car} on {surface:?}: {path:.1}");
            }
        }
    }
}

#[test]
fn signs_can_be_read() {
    for theme in Theme::ALL {
        let texts = [
            (Style::SignText, Style::Sign),
            (Style::SignNote, Style::Page),
            (Style::SignNote, Style::Sign),
            (Style::SignDot, Style::Sign),
            (Style::BadgeText(1), Style::Badge(1)),
            (Style::BadgeText(2), Style::Badge(2)),
            (Style::BadgeText(3), Style::Badge(3)),
            (Style::SpaceRedText, Style::SpaceRed),
            (Style::StartText, Style::Start),
            (Style::Label, Style::SpacePit),
            (Style::Label, Style::Table),
        ];
        for (text, ground) in texts {
            let contrast = area(theme, text).contrast(area(theme, ground));
            assert!(contrast >= 4.5, "{theme:?} {text:?}: {contrast:.1}");
        }
        for team in 0..crate::game::scene::TEAM_COLOURS.len() {
            assert!(area(theme, Style::GarageText(team)).contrast(area(theme, Style::Garage(team))) >= 4.5, "{team}");
        }
        assert!(area(theme, Style::Count).contrast(theme.background()) >= 4.5, "{theme:?}");
    }
}

#[test]
fn corners_are_told_apart_without_colour() {
    for theme in Theme::ALL {
        let light = [1, 2, 3].map(|stops| area(theme, Style::Curb(stops)).lightness());
        assert!(light[0] - light[1] >= 10.0 && light[1] - light[2] >= 10.0, "{theme:?} {light:?}");
    }
    for style in STYLES {
        let paint = Theme::Grey.paint(style);
        let colours = paint.fill.into_iter().chain(paint.line.map(|line| line.colour));
        assert!(colours.into_iter().all(|Colour([r, g, b, _])| r == g && g == b), "{style:?}");
    }
}

#[test]
fn areas_and_cars_are_told_apart_without_colour() {
    let paper = area(Theme::Grey, Style::Ground);
    let tone = |style| area(Theme::Grey, style).over(paper).lightness();
    let areas = [Style::SpeedUp, Style::Warp, Style::SlowDown, Style::Oil].map(tone);
    assert!(areas.windows(2).all(|pair| pair[0] - pair[1] >= 6.0), "{areas:?}");
    let edge = |style| Theme::Grey.paint(style).line.expect("an edge").dash;
    let edges = [Style::SpeedUp, Style::Warp, Style::SlowDown].map(edge);
    assert!(edges[0] != edges[1] && edges[1] != edges[2] && edges[0] != edges[2], "{edges:?}");
    let cars: Vec<_> = (0..8).map(|car| [Style::CarBase(car), Style::CarBody(car)].map(tone)).collect();
    for (index, car) in cars.iter().enumerate() {
        let differs = |other: &[f64; 2]| (0..2).any(|part| (car[part] - other[part]).abs() >= 20.0);
        assert!(cars[..index].iter().all(differs), "{cars:?}");
    }
    let line = |style| Theme::Grey.paint(style).line.expect("a line");
    let police = line(Style::TrackLimit);
    assert!((0..8).all(|car| line(Style::Path(car)).width * 1.5 < police.width), "{police:?}");
    let dashes: Vec<_> = (0..6).map(|car| line(Style::OldPath(car, 1)).dash).collect();
    assert!((1..6).all(|car| !dashes[..car].contains(&dashes[car])), "{dashes:?}");
}

/// Checks the known widths of letters against the font, because signs and titles are placed by these widths.
#[cfg(feature = "pictures")]
#[test]
fn the_widths_of_letters_are_those_of_the_font() {
    use crate::game::lettering::{regular_width, width};
    let fonts = crate::render::paper::Fonts::new().expect("fonts");
    for text in ["Station bend", "START / FINISH", "16\u{2013}18 spaces", "WAVE", "illi"] {
        for (bold, known) in [(true, width(text)), (false, regular_width(text))] {
            let drawn = fonts.width(text, bold) / crate::render::CAPITAL;
            // Pairs of letters may be closer, and characters that are not listed are narrower.
            assert!(drawn <= known + 0.01 && drawn >= known * 0.85, "{text}: {drawn} and {known}");
        }
    }
}
