// The list of the settings: who one is, each setting with its value now, the help pages, and the way out.

import { Form, useLoaderData, useLocation } from '@remix-run/react'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { Icon, type IconName } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { useSite } from '../../site/site'
import { LANGUAGE_NAMES } from '../../text/languages'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

/** The version that is shown to people (spec §9). A test holds it against package.json. */
export const VERSION = '0.8.0'
/** The store's number of this version. */
const VERSION_CODE = 80

export function SettingsMenu() {
  const say = useWords('settings')
  const sayShell = useWords('shell')
  const sayContent = useWords('content')
  const sayFunds = useWords('funds')
  const sayPromotion = useWords('promotion')
  const sayVerification = useWords('verification')
  const sayInbox = useWords('inbox')
  const saySecurity = useWords('security')
  const { profile, isAsking } = useLoaderData<typeof loader>()
  const { language, theme, rise, fiat } = useSite()
  return (
    <div className="grid gap-5 max-lg:px-4 lg:gap-4 lg:pb-6 lg:[&_li>*]:min-h-11 lg:[&_li>*]:py-2">
      <Profile />
      {profile && (
        <ListGroup>
          <Setting to="profile" icon="person" title={saySecurity('profile_title')} />
          <Setting to="security" icon="lock" title={saySecurity('title')} />
        </ListGroup>
      )}
      <ListGroup>
        <Setting to="vip" icon="star" title={sayPromotion('vip_title')} />
        <ListRow to="/coupons" lead={<Icon name="gift" />} title={sayPromotion('coupon_title')} />
        <ListRow to="/invite" lead={<Icon name="share" />} title={sayPromotion('invite_title')} />
      </ListGroup>
      {profile && (
        <ListGroup>
          <Setting to="identity" icon="shield" title={sayVerification('title')} />
          <Setting to="notifications" icon="bell" title={sayInbox('preferences')} />
        </ListGroup>
      )}
      <ListGroup title={say('display')}>
        <Setting to="language" icon="globe" title={sayShell('language')} value={LANGUAGE_NAMES[language]} />
        <Setting to="fiat" icon="assets" title={sayShell('fiat')} value={fiat.code} />
        <Setting to="theme" icon="palette" title={sayShell('theme')} value={sayShell(`theme_${theme}`)} />
        <Setting to="rise" icon="chart" title={sayShell('rise')} value={sayShell(`rise_${rise}`)} />
      </ListGroup>
      <ListGroup title={say('trading')}>
        <Setting to="asking" icon="shield" title={say('asking')} value={say(isAsking ? 'on' : 'off')} />
      </ListGroup>
      {profile && (
        <ListGroup title={sayFunds('payees')}>
          <Setting to="addresses" icon="withdraw" title={sayFunds('addresses')} />
          <Setting to="cards" icon="assets" title={sayFunds('cards')} />
        </ListGroup>
      )}
      <ListGroup title={say('help')}>
        <ListRow to="/faq" lead={<Icon name="help" />} title={sayContent('faq')} />
        <ListRow to="/contact" lead={<Icon name="mail" />} title={sayContent('contact')} />
        <ListRow to="/about" lead={<Icon name="info" />} title={sayContent('about')} />
        <ListRow to="/compliance" lead={<Icon name="lock" />} title={sayContent('compliance')} />
        <ListRow to="/download" lead={<Icon name="phone" />} title={say('install')} />
        <ListRow lead={<Icon name="clock" />} title={say('version')} end={`${VERSION} (${VERSION_CODE})`} />
      </ListGroup>
      {profile && (
        <Form method="post" action="/logout">
          <Button isWide>
            <Icon name="logout" />
            {sayShell('log_out')}
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
  const say = useWords('settings')
  const sayShell = useWords('shell')
  const { profile } = useLoaderData<typeof loader>()
  if (!profile) return <Guest />
  const number = sayShell('account_number', { id: profile.id })
  const name = profile.nickname || number
  return (
    <section className="panel flex items-center gap-4 p-4">
      <Avatar name={name} src={profile.headPortrait || null} size="lg" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-lg font-bold">{name}</p>
        <p className="truncate text-sm text-muted">{profile.account}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          {name !== number && number}
          <Badge tone="brand">{say('level', { level: profile.level })}</Badge>
        </p>
      </div>
    </section>
  )
}

function Guest() {
  const say = useWords('settings')
  const sayShell = useWords('shell')
  return (
    <section className="panel p-4">
      <div className="flex items-center gap-4">
        <span className="grid size-14 shrink-0 place-items-center rounded-full bg-raised text-muted">
          <Icon name="person" className="size-7" />
        </span>
        <div className="min-w-0">
          <p className="font-bold">{say('guest_title')}</p>
          <p className="text-sm text-muted">{say('guest_text')}</p>
        </div>
      </div>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <ButtonLink to="/login?returnTo=%2Fsettings">{sayShell('log_in')}</ButtonLink>
        <ButtonLink to="/register?returnTo=%2Fsettings" variant="brand">
          {sayShell('register')}
        </ButtonLink>
      </div>
    </section>
  )
}
