// Set-up of a checkout: which packages and which Node count as there, whatever earlier installations and npm’s settings left.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSupported } from '../../scripts/lib/node.mjs'
import { isLockInstalled } from '../../scripts/lib/packages.mjs'

const HERE = { os: [process.platform], cpu: [process.arch] }
const ELSEWHERE = { os: ['plan9'], cpu: [process.arch] }

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cm-set-up-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

type Packages = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A folder whose lock names `needed`, and whose node_modules has `installed`. */
function install(needed: Packages, installed: Packages): void {
  write('package-lock.json', JSON.stringify({ packages: { '': { name: 'cm' }, ...needed } }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
  for (const path of Object.keys(installed)) write(`${path}/package.json`, '{}')
}

describe('packages', () => {
  const vite = { 'node_modules/vite': { version: '6.4.6', dev: true } }
  const engine = { 'node_modules/engine': { version: '1.0.0', optional: true, ...HERE } }
  const foreign = { 'node_modules/foreign': { version: '1.0.0', optional: true, ...ELSEWHERE } }

  test('are installed once every one of this platform is there, whatever else is', () => {
    install({ ...vite, ...engine, ...foreign }, { ...vite, ...engine, 'node_modules/tried': { version: '1.0.0' } })
    expect(isLockInstalled(folder)).toBe(true)
  })

  test('are missing in a new clone, and after an interrupted installation', () => {
    install(vite, vite)
    rmSync(join(folder, 'node_modules/.package-lock.json'))
    expect(isLockInstalled(folder)).toBe(false)
  })

  test('are missing after an installation without development packages', () => {
    install(vite, {})
    expect(isLockInstalled(folder)).toBe(false)
  })

  test('are missing where another system installed them into the same folder', () => {
    install({ ...vite, ...engine, ...foreign }, { ...vite, ...foreign })
    expect(isLockInstalled(folder)).toBe(false)
  })

  test('are missing when the lock names another version, however old the lock file is', () => {
    install(vite, { 'node_modules/vite': { version: '6.4.5', dev: true } })
    utimesSync(join(folder, 'package-lock.json'), 0, 0)
    expect(isLockInstalled(folder)).toBe(false)
  })

  test('are missing when one was deleted', () => {
    install(vite, vite)
    rmSync(join(folder, 'node_modules/vite'), { recursive: true })
    expect(isLockInstalled(folder)).toBe(false)
  })
})

test('Node 24 is brought where the packages refuse the Node of the machine', () => {
  const asked = ['18.20.8', '20.20.2', '22.11.0', '22.12.0', '23.11.1', 'v24.0.0', '25.9.0', 'v26.12.1', '27.0.0']
  expect(asked.filter(isSupported)).toEqual(['22.12.0', 'v24.0.0', 'v26.12.1', '27.0.0'])
})

test('no command needs a script that npm omits where `ignore-scripts` is set', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const names = Object.keys(scripts)
  expect(names.filter((name) => names.includes(`pre${name}`) || names.includes(`post${name}`))).toEqual([])
  for (const name of ['start', 'test', 'dev', 'build', 'check'])
    expect(scripts[name]).toBe(`node scripts/setup.mjs ${name}`)
})
