// Whether every order is asked about before it is sent.

import { useRouteLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { ChoiceRow, SettingPane } from '../components/setting-pane'
import { useWords } from '../text/words'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'settings', 'asking') })

export default function AskingSetting() {
  const say = useWords('settings')
  const { isAsking = true } = useRouteLoaderData<{ isAsking: boolean }>('routes/settings') ?? {}
  return (
    <SettingPane title={say('asking')} text={say('asking_text')}>
      <div className="panel divide-y divide-line overflow-hidden">
        <ChoiceRow name="asking" value="on" isChosen={isAsking}>
          {say('asking_on')}
        </ChoiceRow>
        <ChoiceRow name="asking" value="off" isChosen={!isAsking}>
          <span>
            {say('asking_off')}
            <span className="block text-xs font-normal text-muted">{say('asking_off_text')}</span>
          </span>
        </ChoiceRow>
      </div>
    </SettingPane>
  )
}
