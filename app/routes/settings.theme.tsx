// Setting: light, dark or system theme.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { SettingPane } from '../components/settings/setting-pane'
import { ThemeChoices } from '../components/settings/theme-choices'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'theme') })

export default function ThemeSetting() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  return (
    <SettingPane title={tShell('theme')} text={t('theme_text')}>
      <ThemeChoices />
    </SettingPane>
  )
}
