//! The `oware` command. Everything is in `cli`; the work itself is in the library.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main().into()
}
