// Arguments of the doctor, its questions to a site, and its report.

/** @typedef {import('../../server/domain/operating/setup').Finding} Finding */

const SKEW_MAX_MS = 5_000
const SIGNS = { good: 'good', note: 'note', bad: 'BAD ' }

export function readDoctorArguments(args = process.argv.slice(2)) {
  const own = { url: null, mail: null, isDeployment: false }
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '--deployment') own.isDeployment = true
    else if (args[at] === '--url' || args[at] === '--mail') {
      const value = args[at + 1]
      if (!value || value.startsWith('--')) throw new Error(`${args[at]} wants a value.`)
      own[args[at].slice(2)] = value
      at += 1
    } else throw new Error(`Unknown argument: ${args[at]}`)
  }
  return own
}

/**
 * @param {Pick<import('./operator.mjs').OperatorSite, 'examine'>} site
 * @param {{ url: string | null, mail: string | null }} asked
 * @returns {Promise<Finding[]>}
 */
export async function examineSite(site, { url, mail }) {
  const askedAt = Date.now()
  const { at, environment, findings } = await site.examine({ mail })
  const skew = Math.max(askedAt - at, at - Date.now(), 0)
  const own = []
  if (skew > SKEW_MAX_MS)
    own.push({
      part: 'clocks',
      state: 'bad',
      says: `This machine's clock and the site's differ by ${Math.round(skew / 1000)} s.`,
      todo: 'Set the clock of this machine; codes of authenticators depend on it',
    })
  if (url !== null && environment !== 'production')
    own.push({
      part: 'settings',
      state: 'bad',
      says: `The site runs as "${environment}".`,
      todo: 'ENVIRONMENT = "production" in [env.production.vars] of wrangler.toml',
    })
  return [...own, ...findings]
}

/** Prints one finding a line, with what to do below. @param {readonly Finding[]} findings @returns {number} how many are bad */
export function printFindings(findings, print = console.log) {
  for (const { part, state, says, todo } of findings) {
    print(`${SIGNS[state]}  ${part.padEnd(10)}  ${says}`)
    if (todo !== '') print(`                  → ${todo}`)
  }
  const count = findings.filter(({ state }) => state === 'bad').length
  print(count === 0 ? '\nNothing is wrong.' : `\n${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`)
  return count
}
