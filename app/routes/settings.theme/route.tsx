// Light, dark, or as the device is.

import { SettingPane } from '../../components/setting-pane'
import { ThemeChoices } from '../../components/theme-choices'
import { useWords } from '../../text/words'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function ThemeSetting() {
  const say = useWords('settings')
  const sayShell = useWords('shell')
  return (
    <SettingPane title={sayShell('theme')} text={say('theme_text')}>
      <ThemeChoices />
    </SettingPane>
  )
}
