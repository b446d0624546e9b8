// What shows that witnesses saw a receipt's log, and what leaves it open: cosigned checkpoints before, at and after the receipt's own; and the
// texts that are signed.

import { describe, expect, test } from 'vitest'
import { readUint64, toBase64, uint64, utf8 } from '#domain/log/bytes'
import {
  cosignatureOf,
  cosignedAt,
  cosignedText,
  keyAfter,
  keyText,
  openCheckpoint,
  readCheckpoint,
  writeCheckpoint,
} from '#domain/log/checkpoint'
import { type Consistency, checkCosigned } from '#domain/log/cosigned'
import { readRoundsLeaf, roundsLeaf } from '#domain/log/leaf'
import {
  COSIGNATURE_KEY,
  NOTE_KEY,
  isKeyName,
  readNote,
  readPublicKey,
  readSecretKey,
  writeNote,
  writePublicKey,
  writeSecretKey,
} from '#domain/log/note'
import { isConsistent, leafHash, nodeHash, rootFromInclusion } from '#domain/log/tree'
import { HASHING } from '../kit/hashing'
import { sha256, signNote, signWith, testKey, verifySignature } from './crypto'
import { KEY, feed, logOf, option } from './logged-option'

const CHECKS = { sha256, digest: HASHING.sha256, verify: verifySignature, key: KEY.key }
const WITNESS = testKey('witness.example', COSIGNATURE_KEY, 9)
const ROUNDS = feed(120)
/** Five leaves; the receipt is in the fourth. */
const LOG = logOf(ROUNDS, option(ROUNDS, 50))
/** Of the same size, with other prices. */
const OTHER = logOf(feed(120, [], 62_000), option(feed(120, [], 62_000), 50))

describe('a receipt', () => {
  const judge = (
    notes: readonly string[],
    consistencies: readonly Consistency[] = [],
    checkpoint = LOG.proof.checkpoint,
  ) => checkCosigned(CHECKS, { ...LOG.proof, checkpoint }, { witness: WITNESS.key, notes, consistencies })
  const seen = (size: number, log = LOG) => log.cosigned(size, WITNESS, 1_000 + size)
  const unproven = (...needed: [number, number] | []) => ({
    kind: 'unproven',
    needed: needed.length > 0 ? needed : null,
  })

  test('was seen by who cosigned its checkpoint, one before it or one after it', () => {
    expect(judge([seen(5)])).toEqual({ kind: 'cosigned', seconds: 1_005, size: 5 })
    expect(judge([seen(4)], [LOG.consistency(4, 5)])).toEqual({ kind: 'cosigned', seconds: 1_004, size: 4 })
    // Its own checkpoint is of four leaves here.
    expect(judge([seen(5)], [LOG.consistency(4, 5)], seen(4))).toEqual({ kind: 'cosigned', seconds: 1_005, size: 5 })
  })

  test('is shown by any of several notes and proofs', () => {
    const proofs = [LOG.consistency(2, 5), LOG.consistency(4, 5)]
    expect(judge(['no note', LOG.proof.checkpoint, seen(3), seen(4)], proofs)).toMatchObject({
      kind: 'cosigned',
      size: 4,
    })
    expect(judge([seen(4), seen(5)])).toMatchObject({ kind: 'cosigned', size: 5 })
  })

  test('is not shown by a checkpoint that ends before it, by nobody’s, or by that of another log', () => {
    for (const notes of [
      [],
      [seen(3)],
      ['no note'],
      [LOG.proof.checkpoint],
      [LOG.cosigned(5, testKey('witness.example', COSIGNATURE_KEY, 8), 1)],
    ])
      expect(judge(notes, [LOG.consistency(3, 5)])).toEqual(unproven())
    expect(judge([seen(5)], [], 'no note')).toEqual(unproven())
    expect(judge([seen(5)], [], OTHER.proof.checkpoint.replace('cm.example', 'an.example'))).toEqual(unproven())
  })

  test('is not shown without the proof between both checkpoints, whose sizes are named', () => {
    const right = LOG.consistency(4, 5)
    expect(judge([seen(4)])).toEqual(unproven(4, 5))
    expect(judge([seen(5)], [], seen(4))).toEqual(unproven(4, 5))
    for (const wrong of [
      ...[
        { ...right, from: 3 },
        { ...right, to: 6 },
        { ...right, path: right.path.slice(1) },
      ],
      ...[
        { ...right, path: [...right.path, 'zz'] },
        { ...right, path: LOG.consistency(2, 4).path },
        OTHER.consistency(3, 5),
      ],
    ])
      expect(judge([seen(4)], [wrong])).toEqual(unproven(4, 5))
  })

  test('is of a fork where a witness saw another root of the same size', () => {
    expect(judge([seen(5, OTHER)])).toEqual({ kind: 'fork', size: 5 })
    expect(judge([seen(4, OTHER)], [LOG.consistency(4, 5)])).toEqual(unproven(4, 5))
  })
})

describe('a cosignature', () => {
  const root = sha256(utf8('root'))
  const text = writeCheckpoint({ origin: 'cm.example/log', size: 5, root })
  const cosignature = cosignatureOf(WITNESS.key, 1_000, signWith(WITNESS.seed, utf8(cosignedText(1_000, text))))
  const at = (differs: object, key = WITNESS.key) =>
    cosignedAt(verifySignature, { text, signatures: [{ ...cosignature, ...differs }] }, key)

  test('is by the name, the kind and the number of its key, and its time is part of it', () => {
    expect([at({}), at({ name: 'another.example' }), at({ id: KEY.key.id })]).toEqual([1_000, null, null])
    expect(at({}, { ...WITNESS.key, kind: NOTE_KEY })).toBeNull()
    expect(at({ signature: cosignature.signature.slice(0, 8) })).toBeNull()
    expect(at({ signature: uint64(2 ** 53) })).toBeNull()
    expect(cosignedText(7, 'text')).toBe('cosignature/v1\ntime 7\ntext')
    expect([readUint64(uint64(2 ** 40 + 7)), readUint64(uint64(2 ** 53))]).toEqual([2 ** 40 + 7, null])
  })

  test('is of a checkpoint of three lines', () => {
    const lines = `cm.example/log\n5\n${toBase64(root)}`
    expect(readCheckpoint(`${lines}\n`)).toEqual({ origin: 'cm.example/log', size: 5, root })
    for (const wrong of [
      '',
      lines,
      `${lines}\n\nmore`,
      `${lines}\nmore`,
      'cm.example/log\n5\n***\n',
      `cm.example/log\nfive\n${toBase64(root)}\n`,
    ])
      expect(readCheckpoint(wrong)).toBeNull()
    const words = 'no checkpoint\n'
    expect(
      openCheckpoint(verifySignature, writeNote({ text: words, signatures: [signNote(KEY, words)] }), KEY.key),
    ).toBeNull()
  })
})

describe('a key', () => {
  const crypto = { sha256, verify: verifySignature }
  const written = writePublicKey(KEY.key)

  test('begins or takes over by a text of its own', () => {
    expect(keyText('log', null, 'new')).toBe('log\nkey\nnew\n')
    expect(keyText('log', 'old', 'new')).toBe('log\nkey\nnew\ninstead of\nold\n')
    const signed = (text: string, signer = KEY) => writeNote({ text, signatures: [signNote(signer, text)] })
    expect(keyAfter(crypto, signed(keyText('cm.example/log', null, written)), null)).toEqual(KEY.key)
    for (const leaf of ['no note', signed('words\n'), signed(keyText('another.example', null, written))])
      expect(keyAfter(crypto, leaf, null)).toBeNull()
    const witness = keyText('witness.example', null, writePublicKey(WITNESS.key))
    expect(keyAfter(crypto, signed(witness, WITNESS), null)).toBeNull()
  })

  test('is read as it is written, its secret half too', () => {
    const { seed, key, secret } = WITNESS
    expect(writeSecretKey({ name: key.name, kind: key.kind, seed }, key.id)).toBe(secret)
    expect(secret.startsWith('PRIVATE+KEY+witness.example+')).toBe(true)
    expect(readSecretKey(secret)).toEqual({ name: key.name, kind: key.kind, seed, id: key.id })
    expect(readPublicKey(sha256, writePublicKey(key))).toEqual(key)
    for (const wrong of ['', secret.slice(8), ` ${secret}`, `${secret}\n`, secret.replace('witness', 'wit ness')])
      expect(readSecretKey(wrong)).toBeNull()
    expect(['a', 'a b', 'a+b', 'a\u0007', '', 'b a'].map(isKeyName)).toEqual([true, false, false, false, false, false])
  })

  test('of a note stands behind an empty line and before a line’s end', () => {
    const note = writeNote({ text: 'a\n', signatures: [signNote(KEY, 'a\n')] })
    expect(readNote(note)?.text).toBe('a\n')
    expect(readNote(`${note}x`)).toBeNull()
    expect(readNote(note.slice(0, -1))).toBeNull()
  })
})

describe('a leaf of rounds', () => {
  test('says its first round and its root', () => {
    const leaf = roundsLeaf(sha256, ROUNDS.slice(4, 9))
    expect(leaf).toMatchObject({ source: 'rounds', number: 9 })
    expect(readRoundsLeaf(leaf)).toMatchObject({ first: 5 })
    const { body } = leaf
    for (const wrong of ['', `x${body}`, `${body} x`, `${body}\n`, body.slice(2), '5 ***', `05 ${body.slice(2)}`])
      expect(readRoundsLeaf({ ...leaf, body: wrong }), wrong).toBeNull()
    expect(readRoundsLeaf({ ...leaf, source: 'receipt' })).toBeNull()
  })
})

describe('a path', () => {
  const [a, b] = [leafHash(sha256, utf8('a')), leafHash(sha256, utf8('b'))]
  const root = nodeHash(sha256, a, b)
  const of = (index: number, size: number, path = [b]) => rootFromInclusion(sha256, { leaf: a, index, size, path })

  test('leads to a root from a place within the tree, and is as long as the tree is high', () => {
    expect(of(0, 2)).toEqual(root)
    for (const [index, size] of [
      [2, 2],
      [3, 2],
      [-1, 2],
      [0.5, 2],
      [0, 2.5],
      [0, -2],
    ] as const)
      expect(of(index, size)).toBeNull()
    expect([of(0, 2, []), of(0, 2, [b, b]), of(0, 1), of(0, 4)]).toEqual([null, null, null, null])
    expect(of(0, 1, [])).toEqual(a)
  })

  test('shows that one tree begins another of the same size or more', () => {
    const one = { size: 1, root: a }
    const two = { size: 2, root }
    const is = (from: object, to: object, path: readonly Uint8Array[] = [b]) =>
      isConsistent(sha256, { ...one, ...from }, { ...two, ...to }, [...path])
    expect([is({}, {}), is(two, two, []), is(one, one, [])]).toEqual([true, true, true])
    for (const wrong of [
      is(two, one, [b]),
      // Of two leaves and of one with the same root.
      is({ size: 2 }, { size: 1, root: a }, []),
      is({ size: 1.5 }, {}),
      is({}, { size: 2.5 }),
      is({ size: -1 }, {}),
      is({}, {}, []),
      is({}, {}, [b, b]),
      is({ root: b }, {}),
      is({}, { root: b }),
      is({}, { size: 4 }),
      is({}, {}, [b.slice(1)]),
    ])
      expect(wrong).toBe(false)
  })
})
