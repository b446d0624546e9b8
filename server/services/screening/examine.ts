// The doctor's part about sanctions lists and the travel rule.

import { type Finding, good, note } from '#domain/operating/setup'
import { DAY_MS } from '#domain/time'
import { currentEdition, versionText } from './lists'
import { travelThreshold } from './travel-rule'

const LIST_OLD_MS = 14 * DAY_MS

export async function examineScreening(env: Env, { now }: { readonly now: number }): Promise<readonly Finding[]> {
  const [{ lists }, threshold] = await Promise.all([currentEdition(env), travelThreshold(env)])
  const todo = 'npm run screening -- FILE --url https://your.site, with the files that OFAC and the UN publish'
  const old = lists.filter(({ currentAt }) => currentAt !== null && now - currentAt > LIST_OLD_MS)
  return [
    lists.length === 0
      ? note('screening', 'No sanctions list is loaded: nobody and no address is compared with one.', todo)
      : good('screening', `Compared with ${versionText(lists)}.`),
    ...(old.length > 0 ? [note('screening', `Not renewed for two weeks: ${versionText(old)}.`, todo)] : []),
    ...(threshold === null
      ? [
          note(
            'screening',
            'No withdrawal is asked for the travel rule’s fields.',
            'travel_rule_from at /admin/sheets/settings, where the law asks for them',
          ),
        ]
      : []),
  ]
}
