// Settings overview beside the list: current appearance with a live preview.

import { useTranslation } from 'react-i18next'
import { FiguresPreview } from '../components/settings/figures-preview'
import { RiseChoices } from '../components/settings/rise-choices'
import { SettingForm } from '../components/settings/setting-pane'
import { ThemeChoices } from '../components/settings/theme-choices'

export default function SettingsHub() {
  const { t: tShell } = useTranslation('shell')
  return (
    <div className="grid gap-6 px-4 pt-16 lg:px-0 lg:pt-[calc(2rem+1.5rem*var(--line-title))]">
      <FiguresPreview />
      <section>
        <h2 className="mb-3 font-semibold">{tShell('theme')}</h2>
        <SettingForm>
          <ThemeChoices />
        </SettingForm>
      </section>
      <section>
        <h2 className="mb-3 font-semibold">{tShell('rise')}</h2>
        <SettingForm>
          <RiseChoices />
        </SettingForm>
      </section>
    </div>
  )
}
