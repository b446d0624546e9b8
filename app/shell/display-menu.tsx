// Quick choice of language and theme. A language change loads a new page, which contains one language only.

import { Form, Link, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { Icon, type IconName } from '../components/icon'
import { THEMES, type Theme, useSite } from '../site/site'
import { LANGUAGE_NAMES } from '../text/languages'
import { MENU_ITEM, Menu } from './menu'

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { auto: 'palette', light: 'sun', dark: 'moon' }

export function DisplayMenu() {
  const { t } = useTranslation('shell')
  const { language, theme } = useSite()
  const { pathname, search } = useLocation()
  const returnTo = pathname + search
  return (
    <Menu label={t('display_menu')} face={<Icon name="globe" />}>
      <Form method="post" action="/settings" reloadDocument className="grid grid-cols-2 gap-1">
        <input type="hidden" name="returnTo" value={returnTo} />
        {LANGUAGES.map((code) => (
          <button
            key={code}
            name="language"
            value={code}
            lang={LANGUAGE_TAGS[code]}
            aria-current={code === language || undefined}
            className={`${MENU_ITEM} ${code === language ? 'bg-raised text-selected-text' : ''}`}
          >
            {LANGUAGE_NAMES[code]}
          </button>
        ))}
      </Form>
      <Form
        method="post"
        action="/settings"
        replace
        preventScrollReset
        className="mt-2 grid grid-cols-3 gap-1 border-t border-line pt-2"
      >
        <input type="hidden" name="returnTo" value={returnTo} />
        {THEMES.map((choice) => (
          <button
            key={choice}
            name="theme"
            value={choice}
            aria-current={choice === theme || undefined}
            className={`flex min-h-14 min-w-0 flex-col items-center justify-center gap-1 rounded-lg px-1 text-center text-xs font-medium transition hover:bg-raised ${choice === theme ? 'bg-raised text-selected-text' : 'text-muted'}`}
          >
            <Icon name={THEME_ICONS[choice]} />
            {t(`theme_${choice}`)}
          </button>
        ))}
      </Form>
      <div className="mt-2 border-t border-line pt-2">
        <Link to={`/settings?${new URLSearchParams({ returnTo }).toString()}`} className={MENU_ITEM}>
          <Icon name="settings" className="size-5 text-muted" />
          {t('all_settings')}
        </Link>
      </div>
    </Menu>
  )
}
