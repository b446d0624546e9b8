// Steps of a check: each runs to its end, tells in one line how it went, and shows its output when it failed.

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ROOT, run, runGroup } from './run.mjs'

const PROJECT_LIMIT_MS = (process.env.LONG === '1' ? 60 : 25) * 60_000

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

/** One Vitest project. Its report is kept for `countTests`. */
export function testStep(project, filters = []) {
  const reports = reportsOf(project)
  for (const report of reports) rmSync(ROOT + report, { force: true })
  // A few files that were asked for are one part.
  const parts = filters.length > 0 ? reports.slice(0, 1) : reports
  return step(`${project} tests`, async () => {
    let isGood = true
    for (const [index, report] of parts.entries()) {
      const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const part = parts.length > 1 ? [`--shard=${index + 1}/${parts.length}`] : []
      const all = [...args, ...part, ...filters]
      const code = await runGroup(`${ROOT}node_modules/vitest/vitest.mjs`, all, PROJECT_LIMIT_MS)
      isGood &&= code === 0
    }
    return isGood
  })
}

/** True totals over the projects. A file that could not even be loaded counts as one failed test, a missing report too. */
export function countTests(projects) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const report of projects.flatMap(readReports)) {
    const files = report?.testResults ?? []
    total.passed += report?.numPassedTests ?? 0
    total.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
    total.failed += report?.numFailedTests ?? 1
    total.failed += files.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ).length
  }
  return total
}

/** The files whose tests took longest, as lines: seconds, kind, name. */
export function slowestFiles(projects, count) {
  const files = projects.flatMap((project) =>
    readReports(project)
      .flatMap((report) => report?.testResults ?? [])
      .map(({ name, startTime, endTime }) => ({
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

/** Undefined for a part that left none. */
const readReports = (project) =>
  reportsOf(project).map((report) =>
    existsSync(ROOT + report) ? JSON.parse(readFileSync(ROOT + report, 'utf8')) : undefined,
  )
