// Language choice: the eight languages by their native names.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { ChoiceRow, SettingPane } from '../components/settings/setting-pane'
import { useSite } from '../site/site'
import { LANGUAGE_NAMES } from '../text/languages'
import { titleOf } from '../text/title.server'

export { pageTitle as meta } from '../text/title'

export const loader = ({ request }: LoaderFunctionArgs) => ({ title: titleOf(request, 'shell', 'language') })

export default function LanguageSetting() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const { language } = useSite()
  return (
    <SettingPane title={tShell('language')} text={t('language_text')} isNewDocument>
      <div className="panel divide-y divide-line overflow-hidden">
        {LANGUAGES.map((code) => (
          <ChoiceRow key={code} name="language" value={code} isChosen={code === language} lang={LANGUAGE_TAGS[code]}>
            {LANGUAGE_NAMES[code]}
          </ChoiceRow>
        ))}
      </div>
    </SettingPane>
  )
}
