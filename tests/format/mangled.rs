//! A fuzz test of fixed length: tables mangled at random.

use super::*;

/// Files mangled at random: no panic, and no answer that differs from the intact table.
#[test]
fn mangled_files_neither_panic_nor_lie() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let intact = small();
    let values = values(SMALL);
    let (mut refused, mut opened) = (0, 0);
    for round in 0..300_000 {
        let mut file = intact.clone();
        for _ in 0..=random.below(3) {
            random.mangle(&mut file);
        }
        // Every other file has its head signed again, so that what lies behind the
        // checksum is reached too.
        let start_intact = file.get(START..START + 4) == Some(&intact[START..START + 4]);
        if round % 2 == 0 && start_intact && file.len() >= 128 {
            file = signed(file);
        }
        match from_bytes(file) {
            Err(_) => refused += 1,
            Ok(table) => {
                opened += 1;
                let boards = table.layer().boards();
                let board = random.below(boards as usize) as u64;
                if let Ok(value) = get(&table, board) {
                    assert_eq!(table.layer(), SMALL);
                    assert_eq!(value, values[board as usize]);
                }
                let _ = table.check_all_blocks();
            }
        }
    }
    // Too gentle or too rough a mangling would test one side only.
    assert!(
        refused > 150_000 && opened > 15_000,
        "{refused} refused, {opened} opened"
    );
}

/// xorshift64 (Marsaglia 2003): the same files in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A place, in the head three times out of four.
    fn place(&mut self, file: &[u8]) -> usize {
        let end = if self.below(4) > 0 { 128 } else { file.len() };
        self.below(end.min(file.len()).max(1))
    }

    fn mangle(&mut self, file: &mut Vec<u8>) {
        let place = self.place(file);
        match self.below(6) {
            0 if place < file.len() => file[place] ^= 1 << self.below(8),
            1 if place < file.len() => file[place] = self.next() as u8,
            2 => file.truncate(place),
            3 => file.insert(place.min(file.len()), self.next() as u8),
            4 => file.extend(vec![self.next() as u8; self.below(200)]),
            _ => {
                let interesting = [0, 1, u64::from(u32::MAX), u64::MAX, 1 << 63, 128, 192];
                let word = interesting[self.below(interesting.len())].to_le_bytes();
                for (byte, new) in file.iter_mut().skip(place).zip(word) {
                    *byte = new;
                }
            }
        }
    }
}
