// Sanctions lists for the desk.

import { findPass, listVersions } from '#db/platform/screening'

const VERSIONS_SHOWN = 50

export async function readScreeningReport(env: Pick<Env, 'DB'>) {
  const [lists, pass] = await Promise.all([listVersions(env.DB, VERSIONS_SHOWN), findPass(env.DB)])
  return { lists, pass, isScreening: lists.some(({ state }) => state === 'current') }
}
