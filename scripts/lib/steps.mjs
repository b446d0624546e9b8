// Check steps: each prints one result line, and its output on failure.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ROOT, run } from './run.mjs'
import { runWatched } from './watched-run.mjs'

/** Time limit of one kind of test: twice the time of a slow machine. */
const PROJECT_LIMIT_MS = (process.env.LONG === '1' ? 90 : 45) * 60_000

/** Maximum silence (ms) per test kind before a run is ended; tests with a longer own limit are awaited. */
const SILENCE_MS = { unit: 120_000, rooms: 60_000, pages: 60_000, e2e: 180_000, crash: 15 * 60_000 }

/** Failed steps, in order of completion. */
export const failedSteps = []

/** Tests that passed only on the second run, as text. */
export const flakes = []

/** Time of each test file, by its kind and name. */
const fileMs = new Map()

/** Runs `work`, which returns its success, and prints its duration. */
export async function step(name, work) {
  const startedAt = Date.now()
  const isGood = await work()
  if (!isGood) failedSteps.push(name)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isGood ? '✓' : '✗'} ${name} (${seconds} s)`)
  return isGood
}

/** Runs steps, `count` at a time, starting the next when one ends. Returns their results. */
export async function atATime(count, steps) {
  const results = []
  const left = steps.entries()
  const runRest = async () => {
    for (const [index, run] of left) results[index] = await run()
  }
  await Promise.all(Array.from({ length: count }, runRest))
  return results
}

/** Runs a tool; prints its output only on failure. */
export const toolStep = (name, tool, args, env = {}) =>
  step(name, async () => {
    const { code, output } = await run(tool, args, { capture: true, env })
    if (code !== 0) console.log(output)
    return code === 0
  })

/**
 * Retry limits of projects that depend on clocks, browsers and killed processes: up to this many failed files are rerun
 * once alone. More failures are no coincidence.
 */
const AGAIN_FILES_MAX = { rooms: 2, pages: 1, e2e: 3, crash: 1 }

/** Runs one Vitest project. Its report is stored for `countTests`. */
export function testStep(project, filters = []) {
  for (const report of [reportOf(project), againOf(project)]) rmSync(ROOT + report, { force: true })
  return step(`${project} tests`, async () => {
    const result = await runProject(project, filters)
    return result === 'good' || (result === 'failed' && (await passesAgain(project)))
  })
}

/**
 * `lost`: a run failed twice without naming a failed file, because it stopped responding, ended early, or had an error
 * outside of any test.
 */
async function runProject(project, filters) {
  const report = reportOf(project)
  const first = await runVitest(project, report, filters)
  if (first.isGood) return 'good'
  if (failedFiles(report).length > 0) return 'failed'
  const second = await runVitest(project, report, filters)
  if (second.isGood) {
    flakes.push(`${project} ${first.stoodStill ? 'stood still' : 'ended without a failed test'}`)
    return 'good'
  }
  return failedFiles(report).length > 0 ? 'failed' : 'lost'
}

async function runVitest(project, report, more) {
  rmSync(ROOT + report, { force: true })
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const limits = { limitMs: PROJECT_LIMIT_MS, silenceMs: SILENCE_MS[project] }
  const result = await runWatched([...args, ...more], limits)
  for (const [name, ms] of result.tookMs) fileMs.set(`${project.padEnd(5)}  ${name}`, ms)
  return result
}

/** False without a rerun when too many files failed. */
async function passesAgain(project) {
  const names = failedFiles(reportOf(project))
  const isFew = names.length > 0 && names.length <= (AGAIN_FILES_MAX[project] ?? 0)
  if (!isFew) return false
  console.log(`Failed, and run once more alone: ${names.join(', ')}`)
  const { isGood } = await runVitest(project, againOf(project), names)
  if (isGood) flakes.push(...names.map((name) => `${project} ${name} failed`))
  return isGood
}

/** Totals over all projects. A file that could not be loaded and a missing report each count as one failed test. */
export function countTests(projects) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of projects.flatMap(readFiles)) {
    const count = (...statuses) => assertionResults.filter((result) => statuses.includes(result.status)).length
    total.passed += count('passed')
    total.skipped += count('pending', 'skipped', 'todo', 'disabled')
    total.failed += status === 'failed' ? Math.max(1, count('failed')) : count('failed')
  }
  total.failed += projects.map(reportOf).filter((report) => readReport(report) === undefined).length
  return total
}

/** Finally failed tests as lines: kind, file, name. An error outside of any test appears under its step only. */
export function failedTests(projects) {
  return projects.flatMap((project) =>
    readFiles(project).flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName)
      const titles = status === 'failed' && failed.length === 0 ? ['(the file itself)'] : failed
      return titles.map((title) => `  ${project.padEnd(5)}  ${name.replace(ROOT, '')} > ${title}`)
    }),
  )
}

/** The test files that took longest, as lines: seconds, kind, name. */
export const slowestFiles = (count) =>
  [...fileMs]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)

const reportOf = (project) => `.cache/tests/${project}.json`

const againOf = (project) => `.cache/tests/${project}-again.json`

/** Final result per file, as reported by Vitest. */
function readFiles(project) {
  const files = [reportOf(project), againOf(project)].flatMap((report) => readReport(report)?.testResults ?? [])
  return [...new Map(files.map((file) => [file.name, file])).values()]
}

const failedFiles = (report) =>
  (readReport(report)?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name.replace(ROOT, ''))

/** Parsed report; undefined when missing. */
const readReport = (report) => (existsSync(ROOT + report) ? JSON.parse(readFileSync(ROOT + report, 'utf8')) : undefined)
