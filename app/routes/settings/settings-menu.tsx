// Settings list: profile, settings with current values, help pages, logout.

import { Form, useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { Icon, type IconName } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { useSite } from '../../site/site'
import { LANGUAGE_NAMES } from '../../text/languages'
import type { loader } from './data.server'

/** Displayed version (spec §9). A test compares it with package.json. */
export const VERSION = '0.8.0'
/** The store's number of this version. */
const VERSION_CODE = 80

export function SettingsMenu() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const { t: tContent } = useTranslation('content')
  const { t: tFunds } = useTranslation('funds')
  const { t: tPromotion } = useTranslation('promotion')
  const { t: tVerification } = useTranslation('verification')
  const { t: tInbox } = useTranslation('inbox')
  const { t: tSecurity } = useTranslation('security')
  const { t: tKeys } = useTranslation('keys')
  const { profile, isAsking } = useLoaderData<typeof loader>()
  const { language, theme, rise, fiat, isDemo } = useSite()
  return (
    <div className="grid gap-5 max-lg:px-4 lg:gap-4 lg:pb-6 lg:[&_li>*]:min-h-11 lg:[&_li>*]:py-2">
      <Profile />
      {profile && (
        <ListGroup>
          <Setting to="profile" icon="person" title={tSecurity('profile_title')} />
          <Setting to="identity" icon="shield" title={tVerification('title')} />
          <Setting to="security" icon="lock" title={tSecurity('title')} />
          <Setting to="notifications" icon="bell" title={tInbox('preferences')} />
          <Setting to="api" icon="code" title={tKeys('title')} />
        </ListGroup>
      )}
      <ListGroup>
        <Setting to="vip" icon="star" title={tPromotion('vip_title')} />
        <ListRow to="/coupons" lead={<Icon name="gift" />} title={tPromotion('coupon_title')} />
        <ListRow to="/invite" lead={<Icon name="share" />} title={tPromotion('invite_title')} />
      </ListGroup>
      <ListGroup title={t('display')}>
        <Setting to="language" icon="globe" title={tShell('language')} value={LANGUAGE_NAMES[language]} />
        <Setting to="fiat" icon="assets" title={tShell('fiat')} value={fiat.code} />
        <Setting to="theme" icon="palette" title={tShell('theme')} value={tShell(`theme_${theme}`)} />
        <Setting to="rise" icon="chart" title={tShell('rise')} value={tShell(`rise_${rise}`)} />
      </ListGroup>
      <ListGroup title={t('trading')}>
        <Setting to="asking" icon="check" title={t('asking')} value={t(isAsking ? 'on' : 'off')} />
        {profile && <Setting to="limits" icon="pause" title={t('own_limits')} />}
      </ListGroup>
      {profile && (
        <ListGroup title={tFunds('payees')}>
          <Setting to="addresses" icon="withdraw" title={tFunds('addresses')} />
          <Setting to="cards" icon="assets" title={tFunds('cards')} />
        </ListGroup>
      )}
      <ListGroup title={t('help')}>
        <ListRow to="/faq" lead={<Icon name="help" />} title={tContent('faq')} />
        <ListRow to="/contact" lead={<Icon name="mail" />} title={tContent('contact')} />
        <ListRow to="/about" lead={<Icon name="info" />} title={tContent('about')} />
        <ListRow to="/compliance" lead={<Icon name="lock" />} title={tContent('compliance')} />
        <ListRow to="/download" lead={<Icon name="phone" />} title={t('install')} />
        <ListRow lead={<Icon name="clock" />} title={t('version')} end={`${VERSION} (${VERSION_CODE})`} />
      </ListGroup>
      {profile && (
        <ListGroup>
          {isDemo && <Setting to="demo" icon="refresh" title={t('demo')} />}
          <Setting to="leave" icon="external" title={t('leave')} />
        </ListGroup>
      )}
      {profile && (
        <Form method="post" action="/logout">
          <Button isWide>
            <Icon name="logout" />
            {tShell('log_out')}
          </Button>
        </Form>
      )}
    </div>
  )
}

interface SettingProps {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly value?: string
}

function Setting({ to, icon, title, value }: SettingProps) {
  const path = `/settings/${to}`
  const { pathname } = useLocation()
  const isHere = pathname === path || pathname.startsWith(`${path}/`)
  return (
    <ListRow
      to={path}
      lead={<Icon name={icon} className={isHere ? 'size-5 text-selected-text' : 'size-5'} />}
      title={title}
      end={value}
      isHere={isHere}
    />
  )
}

function Profile() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  const { profile } = useLoaderData<typeof loader>()
  if (!profile) return <Guest />
  const number = tShell('account_number', { id: profile.id })
  const name = profile.nickname || number
  return (
    <div className="panel flex items-center gap-4 p-4">
      <Avatar name={name} src={profile.headPortrait || null} size="lg" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-lg font-bold">{name}</p>
        <p className="truncate text-sm text-muted">{profile.account}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          {name !== number && number}
          <Badge tone="brand">{t('level', { level: profile.level })}</Badge>
        </p>
      </div>
    </div>
  )
}

function Guest() {
  const { t } = useTranslation('settings')
  const { t: tShell } = useTranslation('shell')
  return (
    <div className="panel p-4">
      <div className="flex items-center gap-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-raised text-muted">
          <Icon name="person" className="size-7" />
        </span>
        <div className="min-w-0">
          <p className="font-bold">{t('guest_title')}</p>
          <p className="text-sm text-muted">{t('guest_text')}</p>
        </div>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to="/login?returnTo=%2Fsettings">{tShell('log_in')}</ButtonLink>
        <ButtonLink to="/register?returnTo=%2Fsettings" variant="brand">
          {tShell('register')}
        </ButtonLink>
      </div>
    </div>
  )
}
