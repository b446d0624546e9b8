// Component gallery: every component in every state, in the reader's language, theme and colours. For developers.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#domain/language'
import { PageHeader } from '../../components/page-header'
import { THEMES, useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { LANGUAGE_NAMES } from '../../text/languages'
import { Controls } from './controls'
import type { loader } from './data.server'
import { Figures } from './figures'
import { Lists } from './lists'
import { Pieces } from './pieces'
import { Tokens } from './tokens'

export { loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'

export default function Gallery() {
  const { now, page } = useLoaderData<typeof loader>()
  return (
    <div className="px-3 lg:px-5">
      <PageHeader title={<span lang="en">Gallery</span>} backTo="/" />
      <Choices />
      <div className="mt-4 gap-4 lg:columns-2">
        <Tokens />
        <Pieces />
        <Controls />
        <Figures now={now} />
        <Lists page={page} />
      </div>
    </div>
  )
}

function Choices() {
  const { t } = useTranslation('shell')
  const { language, theme, rise } = useSite()
  return (
    <div className="grid gap-2">
      <Tabs
        variant="pill"
        label={t('language')}
        tabs={LANGUAGES.map((code) => ({
          to: `?lang=${code}`,
          words: LANGUAGE_NAMES[code],
          isSelected: code === language,
          isNewDocument: true,
        }))}
      />
      <div className="flex flex-wrap gap-4">
        <Tabs
          variant="pill"
          label={t('theme')}
          tabs={THEMES.map((choice) => ({
            to: `?theme=${choice}`,
            words: t(`theme_${choice}`),
            isSelected: choice === theme,
            isNewDocument: true,
          }))}
        />
        <Tabs
          variant="pill"
          label={t('rise')}
          tabs={(['green', 'red'] as const).map((choice) => ({
            to: `?rise=${choice}`,
            words: t(`rise_${choice}`),
            isSelected: choice === rise,
            isNewDocument: true,
          }))}
        />
      </div>
    </div>
  )
}
