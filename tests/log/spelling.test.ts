// How the log is spelled, letter by letter: bytes, keys, notes, checkpoints and the names of logs that continue a backup.

import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, joined, readUint64, sameBytes, toBase64, toHex, uint64, utf8 } from '#domain/log/bytes'
import {
  cosignatureOf,
  cosignedAt,
  cosignedText,
  isRestoredFrom,
  keyAfter,
  keyText,
  readCheckpoint,
  restoredFrom,
  restoredName,
} from '#domain/log/checkpoint'
import {
  COSIGNATURE_KEY,
  NOTE_KEY,
  isKeyName,
  isSignedBy,
  publicKeyOf,
  readNote,
  readPublicKey,
  readSecretKey,
  writeNote,
  writePublicKey,
} from '#domain/log/note'
import { sha256, signNote, signWith, testKey, verifySignature } from './crypto'

const bytes = (...each: number[]) => Uint8Array.of(...each)
const LOG = testKey('cm.example/log', NOTE_KEY, 1)
const WITNESS = testKey('witness.example', COSIGNATURE_KEY, 9)

describe('bytes', () => {
  test('are joined, and the same only whole', () => {
    expect(joined(bytes(1), bytes(2, 3), bytes())).toEqual(bytes(1, 2, 3))
    expect(utf8('é')).toEqual(bytes(0xc3, 0xa9))
    expect(sameBytes(bytes(1, 2), bytes(1, 2))).toBe(true)
    for (const other of [bytes(1), bytes(1, 2, 3), bytes(1, 3), bytes(3, 2)])
      expect(sameBytes(bytes(1, 2), other)).toBe(false)
  })

  test('are base64 with its padding, and nothing before or behind', () => {
    expect(toBase64(bytes(0xff, 0xfe))).toBe('//4=')
    expect(['', 'AQ==', 'AQI=', 'AQID', 'AQIDBAUG', 'AQIDBA=='].map(fromBase64)).toEqual([
      ...[bytes(), bytes(1), bytes(1, 2), bytes(1, 2, 3), bytes(1, 2, 3, 4, 5, 6), bytes(1, 2, 3, 4)],
    ])
    for (const text of [
      'A',
      'AQ',
      'AQI',
      'AQ=',
      'AR==',
      'AQJ=',
      'AQ=A',
      'A===',
      '!AQID',
      'AQID!',
      ' AQID',
      'AQID\n',
      '-_-_',
    ])
      expect(fromBase64(text)).toBeNull()
  })

  test('are pairs of lower-case digits, and nothing before or behind', () => {
    expect(toHex(bytes(0, 10, 255))).toBe('000aff')
    expect([fromHex('000aff'), fromHex('')]).toEqual([bytes(0, 10, 255), bytes()])
    for (const text of ['0', '000', 'AF', '0g', 'x00', '00x', ' 00', '00\n']) expect(fromHex(text)).toBeNull()
  })

  test('of a number are its two words, up to the largest safe one', () => {
    expect(uint64(0x1_0000_0002)).toEqual(bytes(0, 0, 0, 1, 0, 0, 0, 2))
    expect(readUint64(bytes(9, 0, 0, 0, 1, 0, 0, 0, 2, 9).subarray(1))).toBe(0x1_0000_0002)
    expect(readUint64(bytes(0, 0x1f, 255, 255, 255, 255, 255, 255))).toBe(Number.MAX_SAFE_INTEGER)
    expect(readUint64(bytes(0, 0x20, 0, 0, 0, 0, 0, 0))).toBeNull()
  })
})

describe('a key', () => {
  test('has a name without blanks, pluses and control characters', () => {
    for (const name of ['a', 'cm.example/log', 'é']) expect(isKeyName(name)).toBe(true)
    for (const name of ['', ' a', 'a ', 'a b', 'a+b', '+a', 'a+', 'a\u0000', '\u001fa', 'a\u007f', '\u00a0'])
      expect(isKeyName(name)).toBe(false)
  })

  test('is read whole, of a known kind', () => {
    const written = writePublicKey(LOG.key)
    expect(readPublicKey(sha256, written)).toEqual(LOG.key)
    for (const text of [`+${written}`, ` ${written}`, `${written}\n`, `${written}+`, written.toUpperCase()])
      expect(readPublicKey(sha256, text)).toBeNull()
    const made = { name: 'cm.example/log', key: LOG.key.key }
    for (const kind of [0, 2, 3, 5])
      expect(readPublicKey(sha256, writePublicKey(publicKeyOf(sha256, { ...made, kind: kind as 1 })))).toBeNull()
    for (const key of [LOG.key.key.slice(1), joined(LOG.key.key, bytes(0)), bytes()])
      expect(readPublicKey(sha256, writePublicKey(publicKeyOf(sha256, { ...made, key, kind: NOTE_KEY })))).toBeNull()
    expect(readPublicKey(sha256, writePublicKey(WITNESS.key))).toEqual(WITNESS.key)
  })

  test('that is secret is read whole', () => {
    const { name, kind, id } = LOG.key
    expect(readSecretKey(LOG.secret)).toEqual({ name, kind, id, seed: LOG.seed })
    for (const text of [
      `x${LOG.secret}`,
      `${LOG.secret}\n`,
      `\n${LOG.secret}`,
      LOG.secret.slice(1),
      'PRIVATE+KEY+',
      '',
    ])
      expect(readSecretKey(text)).toBeNull()
  })
})

describe('a note', () => {
  const LINE = '— a AAAAAAE=\n'
  const withLines = (...lines: string[]) => readNote(`text\n\n${lines.join('')}`)

  test('has up to 64 signatures, each an id and one byte at the least', () => {
    expect(withLines(LINE)).toEqual({
      text: 'text\n',
      signatures: [{ name: 'a', id: bytes(0, 0, 0, 0), signature: bytes(1) }],
    })
    expect(withLines(...Array.from({ length: 64 }, () => LINE))?.signatures).toHaveLength(64)
    expect(withLines(...Array.from({ length: 65 }, () => LINE))).toBeNull()
    for (const line of [
      ...[
        '— a AAAAAA==\n',
        '— a+b AAAAAAE=\n',
        'x— a AAAAAAE=\n',
        '— a AAAAAAE= x\n',
        '—  a AAAAAAE=\n',
        '— a  AAAAAAE=\n',
      ],
      ...['a AAAAAAE=\n', '— AAAAAAE=\n', '—a AAAAAAE=\n', 'x\n'],
    ]) {
      expect(withLines(line)).toBeNull()
      expect(withLines(LINE, line, LINE)).toBeNull()
    }
  })

  test('has up to a million letters', () => {
    const of = (length: number) => `${'a'.repeat(length - 2 - LINE.length)}\n\n${LINE}`
    expect(readNote(of(1_000_000))?.signatures).toHaveLength(1)
    expect(readNote(of(1_000_001))).toBeNull()
  })

  test('has no control characters but line breaks', () => {
    for (const letter of ['\u0000', '\u0008', '\t', '\u000b', '\r', '\u001f'])
      expect(readNote(`te${letter}xt\n\n${LINE}`)).toBeNull()
    expect(readNote(`te\n\nxt \n\n${LINE}`)?.text).toBe('te\n\nxt \n')
    expect(readNote(`\n\n${LINE}`)?.text).toBe('\n')
  })

  test('is signed by a key of its own kind, name and id', () => {
    const note = { text: 'text\n', signatures: [signNote(LOG, 'text\n')] }
    expect(isSignedBy(verifySignature, note, LOG.key)).toBe(true)
    expect(isSignedBy(() => true, note, { ...LOG.key, kind: COSIGNATURE_KEY })).toBe(false)
    expect(isSignedBy(() => true, note, { ...LOG.key, name: 'other' })).toBe(false)
    expect(isSignedBy(() => true, note, { ...LOG.key, id: bytes(1, 2, 3, 4) })).toBe(false)
    // Of several it takes the one that fits.
    expect(
      isSignedBy(verifySignature, { ...note, signatures: [signNote(WITNESS, 'text\n'), ...note.signatures] }, LOG.key),
    ).toBe(true)
    expect(isSignedBy(() => true, { ...note, signatures: [] }, LOG.key)).toBe(false)
  })
})

describe('a checkpoint', () => {
  const ROOT = sha256(bytes())

  test('has sizes from nothing to the largest safe number', () => {
    const of = (size: string, root = ROOT) => readCheckpoint(`a\n${size}\n${toBase64(root)}\n`)
    for (const size of [0, 9, 10, Number.MAX_SAFE_INTEGER])
      expect(of(String(size))).toEqual({ origin: 'a', size, root: ROOT })
    for (const size of ['', '00', '1x', 'x1', ' 1', '9007199254740992', '10000000000000000'])
      expect(of(size)).toBeNull()
    expect([of('1', joined(ROOT, bytes(0))), of('1', bytes())]).toEqual([null, null])
  })

  test('ends with a line break, and names its log', () => {
    const root = toBase64(ROOT)
    for (const text of [
      `a\n1\n${root}`,
      `a\n1\n${root}\n\n`,
      `a\n1\n${root}\nx`,
      `a+b\n1\n${root}\n`,
      'a\n1\n',
      'a\n1',
      'a',
      '',
    ])
      expect(readCheckpoint(text)).toBeNull()
    expect(readCheckpoint('a\n1\n!\n')).toBeNull()
  })

  test('is cosigned by its witness, in a second below 2^53', () => {
    expect(cosignedText(5, 'a\n1\nroot\n')).toBe('cosignature/v1\ntime 5\na\n1\nroot\n')
    const good = cosignatureOf(WITNESS.key, 5, signWith(WITNESS.seed, utf8(cosignedText(5, 'a\n'))))
    expect(good.signature.slice(0, 8)).toEqual(bytes(0, 0, 0, 0, 0, 0, 0, 5))
    const at = (signatures: (typeof good)[], verify = verifySignature, key = WITNESS.key) =>
      cosignedAt(verify, { text: 'a\n', signatures }, key)
    const bad = cosignatureOf(WITNESS.key, 6, good.signature.slice(8))
    expect([at([good]), at([bad]), at([bad, good]), at([])]).toEqual([5, null, 5, null])
    const anything = () => true
    expect(at([good], anything, { ...WITNESS.key, kind: NOTE_KEY })).toBeNull()
    expect(at([{ ...good, name: 'other' }], anything)).toBeNull()
    expect(at([{ ...good, id: bytes(1, 2, 3, 4) }], anything)).toBeNull()
    const endless = bytes(0, 0x20, 0, 0, 0, 0, 0, 0, 1)
    for (const signature of [bytes(), good.signature.slice(0, 8), endless])
      expect([at([{ ...good, signature }], anything), at([{ ...good, signature }, good], anything)]).toEqual([null, 5])
    expect(at([{ ...good, signature: bytes(0, 0, 0, 0, 0, 0, 0, 7, 1) }], anything)).toBe(7)
  })
})

describe('a log that continues a backup', () => {
  test('says so by its name', () => {
    expect(restoredName('cm.example/log', 1_800)).toBe('cm.example/log/restored/1800')
    const pairs = [
      ['a/restored/5', 'a', true],
      ['a/restored/6', 'a/restored/5', true],
      ['a/restored/5', 'a/restored/5', false],
      ['a', 'a', false],
      ['a', 'a/restored/5', false],
      ['b/restored/5', 'a', false],
      ['a/other/5', 'a', false],
    ] as const
    for (const [origin, before, is] of pairs) expect([origin, isRestoredFrom(origin, before)]).toEqual([origin, is])
  })

  test('says in its key leaf what it continues', () => {
    expect(keyText('a', null, 'K')).toBe('a\nkey\nK\n')
    expect(keyText('a', 'B', 'K')).toBe('a\nkey\nK\ninstead of\nB\n')
    const restored = { size: 7, root: sha256(bytes()) }
    const text = keyText('a', 'B', 'K', restored)
    expect(text).toBe(`a\nkey\nK\ninstead of\nB\nrestored from\n7\n${toBase64(restored.root)}\n`)
    const leafOf = (each: string) => writeNote({ text: each, signatures: [signNote(LOG, each)] })
    expect(restoredFrom(leafOf(text))).toEqual({ ...restored, origin: 'a' })
    expect(restoredFrom(leafOf(text.replace('restored from', 'restored')))).toBeNull()
    expect(restoredFrom(leafOf(text.replace('\n7\n', '\n07\n')))).toBeNull()
    expect([restoredFrom(leafOf(keyText('a', 'B', 'K'))), restoredFrom('no note')]).toEqual([null, null])
  })

  test('is signed by both keys over all of it', () => {
    const next = testKey('cm.example/log/restored/5', NOTE_KEY, 2)
    const crypto = { sha256, verify: verifySignature }
    const restored = { size: 7, root: sha256(bytes()) }
    const [before, key] = [LOG, next].map((each) => writePublicKey(each.key)) as [string, string]
    const leafOf = (text: string, ...signers: (typeof LOG)[]) =>
      writeNote({ text, signatures: signers.map((each) => signNote(each, text)) })
    const text = keyText(next.key.name, before, key, restored)
    expect(keyAfter(crypto, leafOf(text, LOG, next), LOG.key)).toEqual(next.key)
    expect(keyAfter(crypto, leafOf(text, next), LOG.key)).toBeNull()
    expect(keyAfter(crypto, leafOf(text, LOG), LOG.key)).toBeNull()
    for (const other of [`${text}more\n`, text.replace('instead of', 'instead'), text.replace('\nkey\n', '\nKEY\n')])
      expect(keyAfter(crypto, leafOf(other, LOG, next), LOG.key)).toBeNull()
    // The log's name is the key's, and a witness's key signs no log.
    const renamed = keyText('cm.example/log', before, key, restored)
    expect(keyAfter(crypto, leafOf(renamed, LOG, next), LOG.key)).toBeNull()
    const witness = keyText('witness.example', before, writePublicKey(WITNESS.key))
    expect(keyAfter({ ...crypto, verify: () => true }, leafOf(witness, LOG, WITNESS), LOG.key)).toBeNull()
    expect([keyAfter(crypto, '', LOG.key), keyAfter(crypto, leafOf('no key\n', LOG), LOG.key)]).toEqual([null, null])
  })
})
