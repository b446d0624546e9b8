// `npm run doctor [-- --deployment] [--url https://site] [--mail you@site]`: what is wrong, and what to do; ends with code 1 when something
// is. Without arguments this machine's site; --deployment examines wrangler.toml and the platform's secrets, --url a deployed site.

import { examineDeployment } from './lib/deployment.mjs'
import { examineSite, printFindings, readDoctorArguments } from './lib/doctor.mjs'
import { openSite } from './lib/operator.mjs'
import { fail } from './lib/run.mjs'

try {
  const { url, mail, isDeployment } = readDoctorArguments()
  const findings = isDeployment ? await examineDeployment() : []
  if (url !== null || !isDeployment) {
    const { site, close } = await openSite(url, { isSeeded: true })
    try {
      findings.push(...(await examineSite(site, { url, mail })))
    } finally {
      await close()
    }
  }
  process.exitCode = printFindings(findings) > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
