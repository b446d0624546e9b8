// The words that the API and messages are written with: one i18next instance for each language. Pages have their own (app/text).

import type { i18n } from 'i18next'
import enFields from '../../locales/en/fields.json'
import fraFields from '../../locales/fra/fields.json'
import hkFields from '../../locales/hk/fields.json'
import jpFields from '../../locales/jp/fields.json'
import korFields from '../../locales/kor/fields.json'
import spaFields from '../../locales/spa/fields.json'
import thFields from '../../locales/th/fields.json'
import zhFields from '../../locales/zh/fields.json'
import enMail from '../../locales/en/mail.json'
import fraMail from '../../locales/fra/mail.json'
import hkMail from '../../locales/hk/mail.json'
import jpMail from '../../locales/jp/mail.json'
import korMail from '../../locales/kor/mail.json'
import spaMail from '../../locales/spa/mail.json'
import thMail from '../../locales/th/mail.json'
import zhMail from '../../locales/zh/mail.json'
import enMessages from '../../locales/en/messages.json'
import fraMessages from '../../locales/fra/messages.json'
import hkMessages from '../../locales/hk/messages.json'
import jpMessages from '../../locales/jp/messages.json'
import korMessages from '../../locales/kor/messages.json'
import spaMessages from '../../locales/spa/messages.json'
import thMessages from '../../locales/th/messages.json'
import zhMessages from '../../locales/zh/messages.json'
import enRefusals from '../../locales/en/refusals.json'
import fraRefusals from '../../locales/fra/refusals.json'
import hkRefusals from '../../locales/hk/refusals.json'
import jpRefusals from '../../locales/jp/refusals.json'
import korRefusals from '../../locales/kor/refusals.json'
import spaRefusals from '../../locales/spa/refusals.json'
import thRefusals from '../../locales/th/refusals.json'
import zhRefusals from '../../locales/zh/refusals.json'
import { type LanguageWords, createI18n } from '#domain/i18n'
import { LANGUAGE_TAGS, type Language } from '#domain/language'

const WORDS: Readonly<Record<Language, LanguageWords>> = {
  jp: { fields: jpFields, mail: jpMail, messages: jpMessages, refusals: jpRefusals },
  en: { fields: enFields, mail: enMail, messages: enMessages, refusals: enRefusals },
  zh: { fields: zhFields, mail: zhMail, messages: zhMessages, refusals: zhRefusals },
  hk: { fields: hkFields, mail: hkMail, messages: hkMessages, refusals: hkRefusals },
  kor: { fields: korFields, mail: korMail, messages: korMessages, refusals: korRefusals },
  th: { fields: thFields, mail: thMail, messages: thMessages, refusals: thRefusals },
  fra: { fields: fraFields, mail: fraMail, messages: fraMessages, refusals: fraRefusals },
  spa: { fields: spaFields, mail: spaMail, messages: spaMessages, refusals: spaRefusals },
}

const instances = new Map<Language, i18n>()

export function serverI18n(language: Language): i18n {
  const instance = instances.get(language) ?? createI18n(LANGUAGE_TAGS[language], WORDS[language], console.error)
  instances.set(language, instance)
  return instance
}
