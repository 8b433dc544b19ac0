//! Reads the paths out of a source file: enough of the grammar for `use` trees and for
//! paths inside expressions, and no more. A real parser would be a dependency for one test.

/// A path as written, `crate`, `self`, `super` or `oware` first.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) line: usize,
    pub(crate) segments: Vec<String>,
    /// The inline modules around it, outermost first.
    pub(crate) inside: Vec<String>,
}

/// A word, a number, `::`, or any other single character, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// The tokens that reach the shipped code: without comments, literals and `#[cfg(test)]` modules.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    without_tests(lex(source))
}

fn lex(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let (mut index, mut line) = (0, 1);
    while index < chars.len() {
        let start = index;
        match at(index) {
            '/' if at(index + 1) == '/' => {
                while index < chars.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(index + 1) == '*' => index = end_of_comment(&chars, index),
            '"' => index = end_of_string(&chars, index),
            '\'' if at(index + 1) == '\\' => {
                index += 3;
                while index < chars.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            '\'' if at(index + 2) == '\'' => index += 3,
            // A lifetime: its name is then read as a word, which harms nothing.
            '\'' => index += 1,
            ':' if at(index + 1) == ':' => {
                index += 2;
                tokens.push((line, "::".to_owned()));
            }
            c if is_word(c) => {
                while is_word(at(index)) {
                    index += 1;
                }
                let word: String = chars[start..index].iter().collect();
                if let Some(end) = end_of_raw_string(&chars, index, &word) {
                    index = end;
                } else {
                    tokens.push((line, word));
                }
            }
            c => {
                index += 1;
                if !c.is_whitespace() {
                    tokens.push((line, c.to_string()));
                }
            }
        }
        index = index.min(chars.len());
        line += chars[start..index].iter().filter(|&&c| c == '\n').count();
    }
    tokens
        .into_iter()
        .map(|(line, text)| Token { line, text })
        .collect()
}

fn end_of_comment(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut index = start;
    while index + 1 < chars.len() {
        match (chars[index], chars[index + 1]) {
            ('/', '*') => (depth, index) = (depth + 1, index + 2),
            ('*', '/') => (depth, index) = (depth - 1, index + 2),
            _ => index += 1,
        }
        if depth == 0 {
            return index;
        }
    }
    chars.len()
}

fn end_of_string(chars: &[char], start: usize) -> usize {
    let mut index = start + 1;
    while index < chars.len() && chars[index] != '"' {
        index += if chars[index] == '\\' { 2 } else { 1 };
    }
    index + 1
}

/// The end of `r"…"`, `r#"…"#`, `br"…"` whose prefix `word` ends at `index`.
fn end_of_raw_string(chars: &[char], index: usize, word: &str) -> Option<usize> {
    let hashes = chars[index..].iter().take_while(|&&c| c == '#').count();
    let opens = chars.get(index + hashes) == Some(&'"');
    if !opens || !matches!(word, "r" | "br" | "cr") {
        return None;
    }
    let close = std::iter::once('"').chain(std::iter::repeat_n('#', hashes));
    let close: Vec<char> = close.collect();
    let body = index + hashes + 1;
    let found = chars[body..]
        .windows(close.len())
        .position(|w| w == close)?;
    Some(body + found + close.len())
}

/// Tests may look anywhere: the rule is about what ships. Only `#[cfg(test)] mod name { … }`
/// is left out.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    const CFG_TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let texts = tokens[index..].iter().map(|token| token.text.as_str());
        let body = index + CFG_TEST.len();
        if texts.take(CFG_TEST.len()).eq(CFG_TEST)
            && tokens.get(body).is_some_and(|token| token.text == "mod")
            && tokens.get(body + 2).is_some_and(|token| token.text == "{")
        {
            index = end_of_block(&tokens, body + 2);
        } else {
            kept.push(tokens[index].clone());
            index += 1;
        }
    }
    kept
}

/// One past the brace that closes the one at `open`.
fn end_of_block(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// Every path that begins at a root, `use` trees taken apart.
pub(crate) fn mentions(tokens: &[Token]) -> Vec<Mention> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut found = Vec::new();
    let mut depth = 0;
    let mut inside: Vec<(usize, String)> = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match text(index) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inside.retain(|&(opened, _)| opened < depth + 1);
            }
            "mod" if text(index + 2) == "{" => inside.push((depth, text(index + 1).to_owned())),
            "crate" | "self" | "super" | "oware"
                if text(index + 1) == "::"
                    && (index == 0 || text(index - 1) != "::")
                    && !is_visibility(tokens, index) =>
            {
                let mut paths = Vec::new();
                let end = read_tree(tokens, index, &[], &mut paths);
                found.extend(paths.into_iter().map(|segments| Mention {
                    line: tokens[index].line,
                    segments,
                    inside: inside.iter().map(|(_, name)| name.clone()).collect(),
                }));
                index = end;
                continue;
            }
            _ => {}
        }
        index += 1;
    }
    found
}

/// Whether the path at `index` is that of `pub(in path)`.
fn is_visibility(tokens: &[Token], index: usize) -> bool {
    index >= 2 && tokens[index - 1].text == "in" && tokens[index - 2].text == "("
}

/// Reads a path or tree at `index` and gives back where it ends.
fn read_tree(
    tokens: &[Token],
    mut index: usize,
    prefix: &[String],
    paths: &mut Vec<Vec<String>>,
) -> usize {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut path = prefix.to_vec();
    loop {
        match text(index) {
            "{" => {
                index += 1;
                while !matches!(text(index), "}" | "") {
                    index = read_tree(tokens, index, &path, paths);
                    // Over `as name` and the comma.
                    while !matches!(text(index), "," | "}" | "") {
                        index += 1;
                    }
                    if text(index) == "," {
                        index += 1;
                    }
                }
                return index + 1;
            }
            word if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                // `{self, …}` names the prefix itself.
                if word != "self" || path.is_empty() {
                    path.push(word.to_owned());
                }
                index += 1;
                if text(index) != "::" {
                    paths.push(path);
                    return index;
                }
                index += 1;
            }
            "*" => {
                paths.push(path);
                return index + 1;
            }
            // `Type::<T>` and whatever else is no module.
            _ => {
                paths.push(path);
                return index;
            }
        }
    }
}
