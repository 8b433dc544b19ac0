//! Whole layers packed and unpacked, and blocks that do not decode.

use super::*;

/// Values of no game, as hard to predict as can be.
fn noise(layer: Layer) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(9);
    let seeds = layer.seeds().cast_signed();
    (0..layer.boards())
        .map(|_| random.i8(-seeds..=seeds).cast_unsigned())
        .collect()
}

/// Values that follow from the board: the mover's seeds less the opponent's.
fn smooth(layer: Layer) -> Vec<u8> {
    (0..layer.boards())
        .map(|rank| {
            let board = layer.unrank(crate::endgame::index::Rank::new(rank));
            board.mover_seeds().wrapping_sub(board.opponent_seeds())
        })
        .collect()
}

fn unpack(layer: Layer, packed: &Packed) -> Result<Vec<u8>, FormatError> {
    let mut values = vec![0; layer.boards() as usize];
    for (block, values) in values.chunks_mut(BLOCK_BOARDS).enumerate() {
        let bytes = &packed.blocks[block];
        unpack_block(layer, &packed.model, block as u64, bytes, values)?;
    }
    Ok(values)
}

#[test]
fn unpacking_gives_what_was_packed() {
    for seeds in [0, 1, 2, 5, 8, 9] {
        let layer = Layer::new(seeds);
        for values in [noise(layer), smooth(layer), vec![0; noise(layer).len()]] {
            let packed = pack(layer, &values);
            assert_eq!(unpack(layer, &packed), Ok(values), "{seeds} seeds");
        }
    }
}

#[test]
fn what_can_be_foreseen_is_packed_small_and_noise_not_much_longer_than_it_is() {
    let layer = Layer::new(9);
    let bits = |values: Vec<u8>| {
        let blocks = pack(layer, &values).blocks;
        8.0 * blocks.concat().len() as f64 / values.len() as f64
    };
    assert!(bits(vec![0; layer.boards() as usize]) < 0.1);
    assert!(bits(smooth(layer)) < 2.0);
    let noise = bits(noise(layer));
    // 19 values, log2 of which is 4.25, and the lengths and states.
    assert!((4.1..4.4).contains(&noise), "{noise}");
}

#[test]
fn bytes_do_not_depend_on_the_threads() {
    let layer = Layer::new(9);
    let values = smooth(layer);
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| pack(layer, &values))
    });
    assert_eq!(one.model, three.model);
    assert_eq!(one.blocks, three.blocks);
}

#[test]
fn chunks_decode_without_the_others() {
    let layer = Layer::new(9);
    let values = smooth(layer);
    let packed = pack(layer, &values);
    for (number, expected) in values.chunks(CHUNK_BOARDS).enumerate() {
        let (block, chunk) = (number / BLOCK_CHUNKS, number % BLOCK_CHUNKS);
        let boards = BLOCK_BOARDS.min(values.len() - block * BLOCK_BOARDS);
        let bytes = &packed.blocks[block];
        let packed_block = PackedBlock::new(block as u64, bytes, boards).unwrap();
        let mut found = vec![0; expected.len()];
        packed_block
            .decode_chunk(layer, &packed.model, chunk, &mut found)
            .unwrap();
        assert_eq!(found, expected);
    }
}

/// Without a checksum before it, the decoder neither panics nor gives an impossible value,
/// whatever the bytes.
#[test]
fn mangled_blocks_decode_to_possible_values_or_to_an_error() {
    let layer = Layer::new(5);
    let packed = pack(layer, &smooth(layer));
    let mut random = fastrand::Rng::with_seed(3);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = packed.blocks[0].clone();
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..bytes.len());
            bytes[place] = random.u8(..);
        }
        if random.bool() {
            bytes.truncate(random.usize(..bytes.len()));
        }
        let mut values = vec![0; layer.boards() as usize];
        match unpack_block(layer, &packed.model, 0, &bytes, &mut values) {
            Ok(()) => {}
            Err(FormatError::UndecodableBlock { block: 0, chunk }) => {
                assert!(chunk < 5);
                refused += 1;
            }
            Err(error) => panic!("{error:?}"),
        }
        let possible = |value: &u8| value.cast_signed().unsigned_abs() <= 5;
        assert!(values.iter().all(possible));
    }
    assert!(refused > 2500, "{refused}");
}
