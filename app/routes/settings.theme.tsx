// Light, dark, or as the device is.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { SettingPane } from '../components/setting-pane'
import { ThemeChoices } from '../components/theme-choices'
import { useWords } from '../text/words'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'theme') })

export default function ThemeSetting() {
  const say = useWords('settings')
  const sayShell = useWords('shell')
  return (
    <SettingPane title={sayShell('theme')} text={say('theme_text')}>
      <ThemeChoices />
    </SettingPane>
  )
}
