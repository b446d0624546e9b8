CREATE TABLE `asset` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	`logo` text NOT NULL,
	`scale` integer NOT NULL,
	`wallets` text NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "asset_scale" CHECK("asset"."scale" between 0 and 20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `asset_code_unique` ON `asset` (`code`);--> statement-breakpoint
CREATE TABLE `asset_network` (
	`asset_id` integer NOT NULL,
	`name` text NOT NULL,
	`confirmations_min` integer NOT NULL,
	`sort` integer NOT NULL,
	PRIMARY KEY(`asset_id`, `name`),
	FOREIGN KEY (`asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fiat` (
	`code` text PRIMARY KEY NOT NULL,
	`rate` text NOT NULL,
	`scale` integer NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "fiat_scale" CHECK("fiat"."scale" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE `pair` (
	`id` integer PRIMARY KEY NOT NULL,
	`symbol` text NOT NULL,
	`base_asset_id` integer NOT NULL,
	`quote_asset_id` integer NOT NULL,
	`price_decimals` integer NOT NULL,
	`tick_steps` integer DEFAULT 1 NOT NULL,
	`quantity_decimals` integer NOT NULL,
	`maker_fee` text NOT NULL,
	`taker_fee` text NOT NULL,
	`quantity_min` integer NOT NULL,
	`quantity_max` integer NOT NULL,
	`notional_min` text NOT NULL,
	`price_band` text NOT NULL,
	`open_orders_max` integer NOT NULL,
	`is_house_on` integer DEFAULT true NOT NULL,
	`house_levels` integer NOT NULL,
	`house_spread` text NOT NULL,
	`house_level_step` text NOT NULL,
	`house_size` integer NOT NULL,
	`house_inventory_at_full_skew` integer NOT NULL,
	`is_tradable` integer DEFAULT true NOT NULL,
	`sort` integer NOT NULL,
	FOREIGN KEY (`base_asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`quote_asset_id`) REFERENCES `asset`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pair_sides_differ" CHECK("pair"."base_asset_id" <> "pair"."quote_asset_id"),
	CONSTRAINT "pair_quantity_bounds" CHECK("pair"."quantity_min" > 0 and "pair"."quantity_max" between "pair"."quantity_min" and 9007199254740991)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pair_symbol_unique` ON `pair` (`symbol`);--> statement-breakpoint
CREATE TABLE `calling_area` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`calling_code` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calling_area_country_unique` ON `calling_area` (`country`);--> statement-breakpoint
CREATE TABLE `menu_item` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`icon` text NOT NULL,
	`url` text NOT NULL,
	`open_type` text NOT NULL,
	`is_financial` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`sort` integer NOT NULL,
	CONSTRAINT "menu_item_open_type" CHECK("menu_item"."open_type" in ('navigateTo', 'redirectTo', 'reLaunch', 'switchTab'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `menu_item_title_unique` ON `menu_item` (`title`);--> statement-breakpoint
CREATE TABLE `news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`category_id` integer NOT NULL,
	`cover` text DEFAULT '' NOT NULL,
	`thumbnail` text DEFAULT '' NOT NULL,
	`is_popup` integer DEFAULT false NOT NULL,
	`is_shown` integer DEFAULT true NOT NULL,
	`published_at` integer NOT NULL,
	`sort` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `news_by_category` ON `news` (`category_id`,`is_shown`,`published_at`);--> statement-breakpoint
CREATE TABLE `news_text` (
	`news_id` integer NOT NULL,
	`language` text NOT NULL,
	`title` text NOT NULL,
	`abstract` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`news_id`, `language`),
	FOREIGN KEY (`news_id`) REFERENCES `news`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`is_public` integer DEFAULT true NOT NULL,
	`id` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `setting_id_unique` ON `setting` (`id`);--> statement-breakpoint
CREATE TABLE `site_text` (
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`title` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`kind`, `language`)
);
--> statement-breakpoint
CREATE TABLE `attempt_counter` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempt_counter_by_expiry` ON `attempt_counter` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text,
	`mobile` text,
	`password_hash` text NOT NULL,
	`nickname` text NOT NULL,
	`head_portrait` text DEFAULT '' NOT NULL,
	`signature` text DEFAULT '' NOT NULL,
	`score` integer DEFAULT 100 NOT NULL,
	`level` integer DEFAULT 0 NOT NULL,
	`language` text NOT NULL,
	`invite_code` text NOT NULL,
	`inviter_id` integer,
	`review_status` integer DEFAULT 0 NOT NULL,
	`advanced_review_status` integer DEFAULT 0 NOT NULL,
	`real_name` text DEFAULT '' NOT NULL,
	`is_seller` integer DEFAULT false NOT NULL,
	`demo_grant_owed` text,
	`created_at` integer NOT NULL,
	`password_changed_at` integer NOT NULL,
	CONSTRAINT "user_has_account" CHECK("user"."email" is not null or "user"."mobile" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_mobile_unique` ON `user` (`mobile`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_invite_code_unique` ON `user` (`invite_code`);--> statement-breakpoint
CREATE INDEX `user_by_inviter` ON `user` (`inviter_id`);--> statement-breakpoint
CREATE INDEX `user_by_demo_grant_owed` ON `user` (`demo_grant_owed`) WHERE demo_grant_owed is not null;--> statement-breakpoint
CREATE TABLE `verification_code` (
	`target` text NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`target`, `purpose`)
);
--> statement-breakpoint
CREATE INDEX `verification_code_by_expiry` ON `verification_code` (`expires_at`);--> statement-breakpoint
CREATE TABLE `outbox_message` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "outbox_message_channel" CHECK("outbox_message"."channel" in ('mail', 'sms'))
);
--> statement-breakpoint
CREATE INDEX `outbox_message_by_time` ON `outbox_message` (`created_at`);