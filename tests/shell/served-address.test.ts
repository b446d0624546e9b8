// The address that commands print: where the app was served last.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { knownAddress, noteAddress } from '../../scripts/lib/address.mjs'

let folder = ''
beforeEach(() => {
  vi.stubEnv('PORT', '')
  folder = mkdtempSync(join(tmpdir(), 'cm-address-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('is the usual one before the app was served', () => {
  expect(knownAddress(folder)).toBe('http://localhost:8787')
})

it('is the one that the app was served at last, and the one that PORT says before that', () => {
  noteAddress('http://localhost:9000', folder)
  noteAddress('http://localhost:9001', folder)
  expect(knownAddress(folder)).toBe('http://localhost:9001')
  vi.stubEnv('PORT', '9002')
  expect(knownAddress(folder)).toBe('http://localhost:9002')
})
