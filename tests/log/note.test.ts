import { describe, expect, test } from 'vitest'
import { toBase64, utf8 } from '#domain/log/bytes'
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
import {
  COSIGNATURE_KEY,
  NOTE_KEY,
  isSignedBy,
  readNote,
  readPublicKey,
  readSecretKey,
  writeNote,
  writePublicKey,
  writeSignature,
} from '#domain/log/note'
import { sha256, signNote, signWith, testKey, verifySignature } from './crypto'

// The key and note of Go's golang.org/x/mod/sumdb/note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETERS_SECRET = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'

const present = <Value>(value: Value | null | undefined): Value => {
  expect(value).not.toBeNull()
  return value as Value
}

describe('the published note', () => {
  const peter = present(readPublicKey(sha256, PETER))
  const note = present(readNote(`${TEXT}\n${SIGNATURE}`))

  test('is signed by its key, and written again the same', () => {
    expect(note.text).toBe(TEXT)
    expect(isSignedBy(verifySignature, note, peter)).toBe(true)
    expect(writeNote(note)).toBe(`${TEXT}\n${SIGNATURE}`)
    expect(writePublicKey(peter)).toBe(PETER)
  })

  test('is what the secret key signs', () => {
    const { name, seed, id } = present(readSecretKey(PETERS_SECRET))
    expect(writeSignature({ name, id, signature: signWith(seed, utf8(TEXT)) })).toBe(SIGNATURE)
  })

  test('with another text, name or key is not signed', () => {
    expect(isSignedBy(verifySignature, { ...note, text: TEXT.replace('your', 'my') }, peter)).toBe(false)
    const renamed = note.signatures.map((each) => ({ ...each, name: 'Another' }))
    expect(isSignedBy(verifySignature, { ...note, signatures: renamed }, peter)).toBe(false)
    expect(isSignedBy(verifySignature, note, testKey('PeterNeumann', NOTE_KEY, 1).key)).toBe(false)
  })

  test('has no part that reads as a key', () => {
    for (let from = 0; from < PETER.length; from += 1) {
      if (from > 0) expect(readPublicKey(sha256, PETER.slice(from))).toBeNull()
      expect(readPublicKey(sha256, PETER.slice(0, from))).toBeNull()
      const changed = String.fromCharCode(PETER.charCodeAt(from) + 1)
      expect(readPublicKey(sha256, PETER.slice(0, from) + changed + PETER.slice(from + 1))).toBeNull()
    }
  })

  test.each([
    ['nothing', ''],
    ['no empty line', `${TEXT}${SIGNATURE}`],
    ['no signature', `${TEXT}\n`],
    ['no last line break', `${TEXT}\n${SIGNATURE.trimEnd()}`],
    ['a line that is no signature', `${TEXT}\n${SIGNATURE}and more\n`],
    ['no text', `x${SIGNATURE}`],
    ['another sign than a last line break', `${TEXT}\n${SIGNATURE.trimEnd()}x`],
    ['a control character', `\u0007${TEXT}\n${SIGNATURE}`],
    ['another dash', `${TEXT}\n${SIGNATURE.replace('—', '-')}`],
    ['base64 with bits to spare', `${TEXT}\n${SIGNATURE.replace('nAM=', 'nAN=')}`],
  ])('is none with %s', (_, text) => {
    expect(readNote(text)).toBeNull()
  })
})

describe('a checkpoint', () => {
  const log = testKey('cm.example/log', NOTE_KEY, 7)
  const checkpoint = { origin: 'cm.example/log', size: 123, root: sha256(utf8('root')) }
  const text = writeCheckpoint(checkpoint)
  const signed = writeNote({ text, signatures: [signNote(log, text)] })

  test('has three lines', () => {
    expect(text).toBe(`cm.example/log\n123\n${toBase64(checkpoint.root)}\n`)
    expect(readCheckpoint(text)).toEqual(checkpoint)
    expect(openCheckpoint(verifySignature, signed, log.key)).toMatchObject(checkpoint)
  })

  test.each([
    ['a size with a zero before', text.replace('123', '0123')],
    ['a negative size', text.replace('123', '-1')],
    ['a size beyond counting', text.replace('123', '9007199254740993')],
    ['a shorter root', text.replace(toBase64(checkpoint.root), toBase64(checkpoint.root.slice(1)))],
    ['a fourth line', `${text}more\n`],
    ['no name', text.replace('cm.example/log', '')],
  ])('is none with %s', (_, other) => {
    expect(readCheckpoint(other)).toBeNull()
  })

  test('of another log, or by another key, is not opened', () => {
    expect(openCheckpoint(verifySignature, signed, testKey('cm.example/log', NOTE_KEY, 8).key)).toBeNull()
    const other = text.replace('cm.example/log', 'other.example')
    const note = writeNote({ text: other, signatures: [signNote(log, other)] })
    expect(openCheckpoint(verifySignature, note, log.key)).toBeNull()
  })

  test('is cosigned by a witness at a time', () => {
    const witness = testKey('witness.example', COSIGNATURE_KEY, 9)
    const cosignature = cosignatureOf(
      witness.key,
      1_800_000_000,
      signWith(witness.seed, utf8(cosignedText(1_800_000_000, text))),
    )
    const note = present(readNote(signed + writeSignature(cosignature)))
    expect(cosignedAt(verifySignature, note, witness.key)).toBe(1_800_000_000)
    expect(openCheckpoint(verifySignature, writeNote(note), log.key)?.size).toBe(123)
    // The time is signed too.
    const moved = cosignatureOf(witness.key, 1_800_000_001, cosignature.signature.slice(8))
    expect(cosignedAt(verifySignature, { ...note, signatures: [moved] }, witness.key)).toBeNull()
    expect(cosignedAt(verifySignature, present(readNote(signed)), witness.key)).toBeNull()
  })
})

describe('a key', () => {
  const [first, second] = [testKey('cm.example/log', NOTE_KEY, 1), testKey('cm.example/log', NOTE_KEY, 2)]
  const crypto = { sha256, verify: verifySignature }
  const firstText = keyText('cm.example/log', null, writePublicKey(first.key))
  const text = keyText('cm.example/log', writePublicKey(first.key), writePublicKey(second.key))

  test('begins a log by its own signature', () => {
    const leaf = writeNote({ text: firstText, signatures: [signNote(first, firstText)] })
    expect(keyAfter(crypto, leaf, null)).toEqual(first.key)
    expect(keyAfter(crypto, leaf, second.key)).toBeNull()
    expect(keyAfter(crypto, writeNote({ text: firstText, signatures: [signNote(second, firstText)] }), null)).toBeNull()
  })

  test('takes over by a leaf that both sign', () => {
    const both = [signNote(first, text), signNote(second, text)]
    expect(keyAfter(crypto, writeNote({ text, signatures: both }), first.key)).toEqual(second.key)
    for (const signature of both)
      expect(keyAfter(crypto, writeNote({ text, signatures: [signature] }), first.key)).toBeNull()
    expect(keyAfter(crypto, writeNote({ text, signatures: both }), second.key)).toBeNull()
  })
})
