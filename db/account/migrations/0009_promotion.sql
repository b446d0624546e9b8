CREATE TABLE `coupon` (
	`ref` text PRIMARY KEY NOT NULL,
	`coupon_id` integer NOT NULL,
	`terms` text NOT NULL,
	`state` text NOT NULL,
	`granted_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`ends_at` integer,
	`saved` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `peer_message` (
	`peer` integer NOT NULL,
	`seq` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`peer`, `seq`)
);
--> statement-breakpoint
CREATE TABLE `peer_stream` (
	`peer` integer PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`stored` integer NOT NULL,
	`received` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rebate_earned` (
	`asset_id` integer PRIMARY KEY NOT NULL,
	`amount` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rebate_pending` (
	`asset_id` integer PRIMARY KEY NOT NULL,
	`amount` text NOT NULL,
	`value` text NOT NULL,
	CONSTRAINT "rebate_pending_amount" CHECK(typeof("rebate_pending"."amount") = 'text' AND ("rebate_pending"."amount" = '0' OR ("rebate_pending"."amount" GLOB '[1-9]*' AND "rebate_pending"."amount" NOT GLOB '*[^0-9]*')))
);
--> statement-breakpoint
CREATE TABLE `standing` (
	`id` integer PRIMARY KEY NOT NULL,
	`level` integer NOT NULL,
	`inviter_id` integer,
	`inviter_level` integer NOT NULL,
	`rebate_value` text NOT NULL,
	`revision` integer NOT NULL,
	`followed` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `volume` (
	`day` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
