//! Boards as pictures: `x` black, `o` white, `.` empty, any other mark an empty point of interest.

use tengen_core::{Point, Size};

use super::reference::{BLACK, EMPTY, Grid, WHITE};

/// Reads a picture, the top row first, and the points of every mark in it.
pub(crate) fn read(picture: &str) -> (Grid, impl Fn(char) -> Vec<Point>) {
    let rows: Vec<Vec<char>> = picture
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    assert!(rows.iter().all(|row| row.len() == rows.len()), "a picture is square");
    let size = Size::new(rows.len() as u8).expect("a supported size");
    let mark = move |point: Point| rows[rows.len() - 1 - point.y() as usize][point.x() as usize];
    let mut grid = Grid::new(size);
    for point in size.points().filter(|&point| [BLACK, WHITE].contains(&mark(point))) {
        grid.put(point, mark(point));
    }
    (grid, move |wanted| size.points().filter(|&point| mark(point) == wanted).collect())
}

/// Draws the stones, with `?` on the point in question.
pub(crate) fn draw(grid: &Grid, asked: Option<Point>) -> String {
    let mut picture = String::new();
    let lines = grid.size().lines();
    for y in (0..lines).rev() {
        let row = (0..lines).map(|x| Point::new(x, y).expect("on the board"));
        let marks = row.map(|point| match grid.stone(point) {
            EMPTY if asked == Some(point) => '?',
            mark => mark,
        });
        let row: Vec<String> = marks.map(String::from).collect();
        picture += &format!("{:>4} {}\n", y + 1, row.join(" "));
    }
    let names: Vec<String> = (b'a'..b'a' + lines).map(|c| char::from(c).to_string()).collect();
    picture + "     " + &names.join(" ") + "\n"
}
