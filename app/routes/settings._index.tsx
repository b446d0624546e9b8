// Beside the list on a desktop: how everything looks as it is set now, and what is changed by looking at it.

import { FiguresPreview } from '../components/figures-preview'
import { RiseChoices } from '../components/rise-choices'
import { SettingForm } from '../components/setting-pane'
import { ThemeChoices } from '../components/theme-choices'
import { useWords } from '../text/words'

export default function SettingsHub() {
  const sayShell = useWords('shell')
  return (
    <div className="grid gap-6 pt-[calc(2rem+1.5rem*var(--line-title))]">
      <FiguresPreview />
      <section>
        <h2 className="mb-3 font-semibold">{sayShell('theme')}</h2>
        <SettingForm>
          <ThemeChoices />
        </SettingForm>
      </section>
      <section>
        <h2 className="mb-3 font-semibold">{sayShell('rise')}</h2>
        <SettingForm>
          <RiseChoices />
        </SettingForm>
      </section>
    </div>
  )
}
