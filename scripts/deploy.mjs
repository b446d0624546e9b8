// `npm run deploy`: refused while the doctor finds something wrong with what would be deployed; otherwise builds, prints a bookmark of the
// directory, migrates it, brings menu and texts up to date, and deploys.

import { build } from './lib/build.mjs'
import { deploy, examineDeployment, runWrangler } from './lib/deployment.mjs'
import { printFindings } from './lib/doctor.mjs'
import { ROOT, fail } from './lib/run.mjs'

const seed = async () => {
  const { code } = await runWrangler(['--remote'], { script: `${ROOT}scripts/seed.mjs` })
  if (code !== 0) throw new Error('The directory was not brought up to date; nothing was deployed.')
}

try {
  await deploy({ wrangler: runWrangler, examine: examineDeployment, report: printFindings, build, seed })
} catch (error) {
  fail(error.message)
}
