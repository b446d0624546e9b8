// `npm run mutants`: changes the rules one place at a time and runs their unit tests. A change that no test notices is a rule that nothing
// proves: tests must notice the share of an area that `lib/mutants.mjs` says, and equivalent changes stand in one list with their reason.
//
//   npm run mutants -- server/domain/loan          a folder, or files
//   npm run mutants -- --since main                what a branch changed: rules, and areas whose tests it changed
//   npm run mutants -- --workers 1
//
// StrykerJS is installed in `.cache` when asked for: nothing else needs its packages.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { jobsOf, judge } from './lib/mutants.mjs'
import { ROOT, fail, withoutNpm } from './lib/run.mjs'

const FOLDER = `${ROOT}.cache/mutants`
const STRYKER = '10.1.1'
const { values: options, positionals } = parseArgs({
  options: { since: { type: 'string' }, workers: { type: 'string', default: String(availableParallelism()) } },
  allowPositionals: true,
})

try {
  const named = options.since ? changedSince(options.since) : positionals
  const jobs = jobsOf(named.length === 0 && !options.since ? null : named)
  if (jobs.length === 0) console.log('No rules to change.')
  else install()
  const isGood = jobs.map((job, index) => tell(job, judge(mutate(job, index))))
  process.exit(isGood.every(Boolean) ? 0 : 1)
} catch (error) {
  fail(error)
}

function changedSince(branch) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\n').filter(Boolean)
  }
  const [base = branch] = git('merge-base', branch, 'HEAD')
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

function install() {
  const installed = `${FOLDER}/node_modules/@stryker-mutator/vitest-runner/package.json`
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === STRYKER) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/package.json`, '{ "private": true }\n')
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`)
  // Without peers: inside the project's folder it finds the project's own Vitest.
  const args = ['install', '--omit=peer', '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages]
  const { status } = spawnSync('npm', args, {
    ...{ cwd: FOLDER, stdio: 'inherit', env: withoutNpm(process.env), shell: process.platform === 'win32' },
  })
  if (status !== 0) throw new Error('StrykerJS could not be installed; npm said why above.')
}

function mutate({ files, tests }, index) {
  // Two runs at a time have files of their own.
  const [report, settings] = ['report', 'stryker'].map((name) => `${FOLDER}/${name}-${process.pid}-${index}.json`)
  const config = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/kit/mutants.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: Number(options.workers),
    mutate: files.map((file) => (file.endsWith('/') ? `${file}**/*.ts` : file)),
    ignorePatterns: ['.cache', '.ci', '.git', '.wrangler', 'bench', 'build', 'dist', 'shots'],
    tempDirName: `${FOLDER}/sandbox`,
    disableTypeChecks: false,
    // A busy machine is no endless loop.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  }
  writeFileSync(settings, JSON.stringify(config))
  console.log(`\n${files.join(' ')} by ${tests.join(' ')}`)
  const args = [`${FOLDER}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', settings]
  // Its own `testFiles` would never let a change of what is worked out on loading be seen.
  const env = { ...withoutNpm(process.env), MUTANTS_TESTS: tests.join(',') }
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`StrykerJS ended with code ${status}`)
  return JSON.parse(readFileSync(report, 'utf8'))
}

function tell({ files, least }, { noticed, open, equivalent, stale, score }) {
  const isGood = score >= least && stale.length === 0
  console.log(
    `${files.join(' ')}: ${score.toFixed(1)} % (at least ${least}), ${noticed} noticed, ${open.length} not, ${equivalent} equivalent`,
  )
  for (const { file, at, line, was, is } of open) console.log(`  ${file}:${at}: ${line}\n    ${was}\n    ${is}`)
  for (const { file, line, is } of stale) console.log(`  not left any more, but in the list: ${file}: ${line}: ${is}`)
  return isGood
}
