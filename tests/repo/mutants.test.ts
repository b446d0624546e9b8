// Areas of `npm run mutants`, and the list of changes that change nothing.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AREAS, jobsOf, judge } from '../../scripts/lib/mutants.mjs'
import equivalent from '../equivalent-mutants.json'

const ROOT = join(import.meta.dirname, '../..')
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

test('areas name rules and tests that are there', () => {
  const paths = AREAS.flatMap(({ files, tests }) => [...files, ...tests])
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('a listed change is of a line that is there, and has its reason', () => {
  const gone = Object.entries(equivalent).flatMap(([file, changes]) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const lines = text.split('\n').map((line) => onOneLine(line).slice(0, 160))
    return changes
      .filter(({ line, was, why }) => !lines.includes(line) || !onOneLine(text).includes(was) || why.length < 10)
      .map(({ line }) => `${file}: ${line}`)
  })
  expect(gone).toEqual([])
})

describe('what is changed', () => {
  const files = (...paths: string[]) => jobsOf(paths).map((job) => job.files)

  test('is everything without a path, and nothing where a branch changed no rule', () => {
    expect(jobsOf(null)).toEqual(AREAS)
    expect(files('README.md', 'app/root.tsx', 'tests/money/story.rooms.test.ts')).toEqual([])
  })

  test('is a file, a folder with or without a slash, or an area whose test was changed', () => {
    expect(files('server/domain/loan/risk.ts', 'server/domain/spot.ts')).toEqual([
      ['server/domain/spot.ts'],
      ['server/domain/loan/risk.ts'],
    ])
    for (const path of ['server/domain/loan', 'server/domain/loan/', 'tests/loan/risk.test.ts'])
      expect(files(path)).toEqual([['server/domain/loan/']])
    expect(files('server/domain/loan/risk.ts', 'tests/loan/risk.test.ts')).toEqual([['server/domain/loan/']])
    expect([...files('server'), ...files('party')].length).toBe(AREAS.length)
    // A file that is gone.
    expect(files('server/domain/loan/gone.ts')).toEqual([])
  })
})

describe('a report', () => {
  const source = 'const one = 1\nconst sum = one + 2\n'
  const mutant = (status: string, replacement: string) => ({
    ...{ status, replacement, location: { start: { line: 2, column: 13 }, end: { line: 2, column: 20 } } },
  })
  const report = {
    files: {
      'a.ts': { source, mutants: [mutant('Killed', 'one - 2'), mutant('Timeout', '0'), mutant('Survived', 'x')] },
    },
  }
  const listed = (is: string) => ({ 'a.ts': [{ line: 'const sum = one + 2', was: 'one + 2', is, why: 'a reason' }] })

  test('counts what tests noticed of what is not equivalent', () => {
    const { score, open } = judge(report, {})
    expect(score).toBeCloseTo(66.7, 1)
    expect(open).toEqual([{ file: 'a.ts', at: 2, line: 'const sum = one + 2', was: 'one + 2', is: 'x' }])
    expect(judge(report, listed('x'))).toMatchObject({ score: 100, open: [], equivalent: 1, stale: [] })
  })

  test('names what is in the list and was noticed, or is gone, but not what took too long', () => {
    expect(judge(report, listed('one - 2')).stale).toMatchObject([{ is: 'one - 2' }])
    expect(judge(report, listed('gone')).stale).toMatchObject([{ is: 'gone' }])
    expect(judge(report, listed('0')).stale).toEqual([])
  })

  test('without changes is complete', () => expect(judge({ files: {} }, {}).score).toBe(100))
})
