// Which colour a rise has. It starts by language: readers of Chinese, Japanese and Korean expect red.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { FiguresPreview } from '../components/settings/figures-preview'
import { RiseChoices } from '../components/settings/rise-choices'
import { SettingPane } from '../components/settings/setting-pane'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'rise') })

export default function RiseSetting() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  return (
    <SettingPane title={tShell('rise')} text={t('rise_text')} below={<FiguresPreview />}>
      <RiseChoices />
    </SettingPane>
  )
}
