CREATE TABLE `house_balance` (
	`account` text NOT NULL,
	`asset_id` integer NOT NULL,
	`amount` text NOT NULL,
	PRIMARY KEY(`account`, `asset_id`)
);
--> statement-breakpoint
CREATE TABLE `house_entry` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`reason` text NOT NULL,
	`ref` text NOT NULL,
	`lines` text NOT NULL,
	CONSTRAINT "house_entry_reason" CHECK("house_entry"."reason" IN ('house_fill', 'stock_split'))
);
--> statement-breakpoint
CREATE TABLE `forwarded_part` (
	`id` integer PRIMARY KEY NOT NULL,
	`lines` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `snapshot_part` (
	`part` integer PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stream` (
	`account` integer PRIMARY KEY NOT NULL,
	`command_seq` integer NOT NULL,
	`message_seq` integer NOT NULL,
	`epoch` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stream_command_seq" CHECK(typeof("stream"."command_seq") = 'integer' AND "stream"."command_seq" BETWEEN 0 AND 9007199254740991),
	CONSTRAINT "stream_message_seq" CHECK(typeof("stream"."message_seq") = 'integer' AND "stream"."message_seq" BETWEEN 0 AND 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE `turn_part` (
	`id` integer PRIMARY KEY NOT NULL,
	`turn` integer NOT NULL,
	`facts` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `stock_action_taken` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
-- Triggers, which the schema files cannot say. `npm run db:generate` appends this file to the baseline migration.

-- A ledger is corrected by another entry, never by an edit: the store itself refuses.
CREATE TRIGGER house_entry_never_updated BEFORE UPDATE ON house_entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
--> statement-breakpoint
CREATE TRIGGER house_entry_never_deleted BEFORE DELETE ON house_entry BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
