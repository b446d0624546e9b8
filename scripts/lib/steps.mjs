// Steps of a check: each runs to its end, tells in one line how it went, and shows its output when it failed.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ROOT, run, runGroup } from './run.mjs'

/** Of one that is stuck: twice what a slow machine takes. */
const PROJECT_LIMIT_MS = (process.env.LONG === '1' ? 90 : 45) * 60_000

/**
 * How many parts a project is run in, one after the other. The runtime of the room tests wraps the class of a room once more whenever one is made:
 * after some thousands every call is slow, and at last fails. Each part begins with a fresh runtime.
 */
const PARTS = { rooms: 5 }

/** Runs `work`, which answers whether it went well, and tells how long it took. */
export async function step(name, work) {
  const startedAt = Date.now()
  const isGood = await work()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${isGood ? '✓' : '✗'} ${name} (${seconds} s)`)
  return isGood
}

/** Runs steps two at a time, the next as soon as one ends. Answers how each went. */
export async function twoAtATime(steps) {
  const results = []
  const left = steps.entries()
  const runRest = async () => {
    for (const [index, run] of left) results[index] = await run()
  }
  await Promise.all([runRest(), runRest()])
  return results
}

/** A tool whose words matter only when it fails. */
export const toolStep = (name, tool, args) =>
  step(name, async () => {
    const { code, output } = await run(tool, args, { capture: true })
    if (code !== 0) console.log(output)
    return code === 0
  })

/**
 * Projects that depend on clocks, browsers and killed processes: so many files that failed are run once more alone, and what fails then
 * has failed. More than that are no accident.
 */
const AGAIN_FILES_MAX = { rooms: 2, e2e: 3, crash: 1 }

/** One Vitest project. Its report is kept for `countTests`. */
export function testStep(project, filters = []) {
  const reports = reportsOf(project)
  for (const report of [...reports, againOf(project)]) rmSync(ROOT + report, { force: true })
  // A few files that were asked for are one part.
  const parts = filters.length > 0 ? reports.slice(0, 1) : reports
  return step(`${project} tests`, async () => {
    let isGood = true
    for (const [index, report] of parts.entries()) {
      const part = parts.length > 1 ? [`--shard=${index + 1}/${parts.length}`] : []
      isGood = (await runVitest(project, report, [...part, ...filters])) && isGood
    }
    return isGood || (await passesAgain(project, parts))
  })
}

async function runVitest(project, report, more) {
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runGroup(`${ROOT}node_modules/vitest/vitest.mjs`, [...args, ...more], PROJECT_LIMIT_MS)
  return code === 0
}

/** False without a second run where too much failed, or a part left no report. */
async function passesAgain(project, parts) {
  const read = parts.map(readReport)
  const failed = read.flatMap((report) => report?.testResults ?? []).filter(({ status }) => status === 'failed')
  const isFew = failed.length > 0 && failed.length <= (AGAIN_FILES_MAX[project] ?? 0)
  if (!isFew || read.includes(undefined)) return false
  const names = failed.map(({ name }) => name.replace(ROOT, ''))
  console.log(`Failed, and run once more alone: ${names.join(', ')}`)
  return runVitest(project, againOf(project), names)
}

/** True totals over the projects. A file that could not even be loaded counts as one failed test, a missing report too. */
export function countTests(projects) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of projects.flatMap(readFiles)) {
    const count = (...statuses) => assertionResults.filter((result) => statuses.includes(result.status)).length
    total.passed += count('passed')
    total.skipped += count('pending', 'skipped', 'todo', 'disabled')
    total.failed += status === 'failed' ? Math.max(1, count('failed')) : count('failed')
  }
  total.failed += projects.flatMap(reportsOf).filter((report) => readReport(report) === undefined).length
  return total
}

/** The files whose tests took longest, as lines: seconds, kind, name. */
export function slowestFiles(projects, count) {
  const files = projects.flatMap((project) =>
    readFiles(project).map(({ name, startTime, endTime }) => ({
      seconds: (endTime - startTime) / 1000,
      name: `${project.padEnd(5)}  ${name.replace(ROOT, '')}`,
    })),
  )
  return files
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ seconds, name }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}

const reportsOf = (project) =>
  Array.from(
    { length: PARTS[project] ?? 1 },
    (_, part) => `.cache/tests/${project}${part > 0 ? `-${part + 1}` : ''}.json`,
  )

const againOf = (project) => `.cache/tests/${project}-again.json`

/** What is known of each file at last, as Vitest reports it. */
function readFiles(project) {
  const files = [...reportsOf(project), againOf(project)].flatMap((report) => readReport(report)?.testResults ?? [])
  return [...new Map(files.map((file) => [file.name, file])).values()]
}

/** Undefined when it was not left. */
const readReport = (report) => (existsSync(ROOT + report) ? JSON.parse(readFileSync(ROOT + report, 'utf8')) : undefined)
