// Setting: confirm every order before sending.

import { useRouteLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { ChoiceRow, SettingPane } from '../components/settings/setting-pane'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'settings', 'asking') })

export default function AskingSetting() {
  const { t } = useTranslation('settings')
  const { isAsking = true } = useRouteLoaderData<{ isAsking: boolean }>('routes/settings') ?? {}
  return (
    <SettingPane title={t('asking')} text={t('asking_text')}>
      <div className="panel divide-y divide-line overflow-hidden">
        <ChoiceRow name="asking" value="on" isChosen={isAsking}>
          {t('asking_on')}
        </ChoiceRow>
        <ChoiceRow name="asking" value="off" isChosen={!isAsking}>
          <span>
            {t('asking_off')}
            <span className="block text-xs font-normal text-muted">{t('asking_off_text')}</span>
          </span>
        </ChoiceRow>
      </div>
    </SettingPane>
  )
}
