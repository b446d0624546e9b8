// Which colour a rise has. It starts by language: readers of Chinese, Japanese and Korean expect red.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { FiguresPreview } from '../components/figures-preview'
import { RiseChoices } from '../components/rise-choices'
import { SettingPane } from '../components/setting-pane'
import { useWords } from '../text/words'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'rise') })

export default function RiseSetting() {
  const say = useWords('settings')
  const sayShell = useWords('shell')
  return (
    <SettingPane title={sayShell('rise')} text={say('rise_text')} below={<FiguresPreview />}>
      <RiseChoices />
    </SettingPane>
  )
}
