// Made by web/schema.py from the server's OpenAPI schema; do not edit.

export interface paths {
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Games
         * @description The games there are.
         */
        get: operations["getGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Game
         * @description A game: what is printed on its components, and the numbers and names of all actions.
         */
        get: operations["getGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Words
         * @description A game in words.
         */
        get: operations["getWords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Rules
         * @description The rules, clause by clause, in the order of the book.
         */
        get: operations["getRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Bots
         * @description The bots that can sit at tables here, weakest level first.
         */
        get: operations["getBots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open Table
         * @description Open a table, from the beginning or from a record. The caller becomes its host.
         */
        post: operations["openTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone Table
         * @description Try another line at a new table. While a game with hidden cards runs this is refused: the
         *     clone would tell what they are.
         */
        post: operations["cloneTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lobby
         * @description Public tables: those with open seats first, then those that are being played.
         */
        get: operations["getLobby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Table
         * @description The table as the caller may see it; with `wait` as soon as something happens.
         */
        get: operations["getTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change Table
         * @description Host: another name, listed in the lobby or not, put away or out again.
         */
        patch: operations["changeTable"];
        trace?: never;
    };
    "/api/tables/{table}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Record
         * @description The game record: complete once the game is over; until then what the caller may know.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Hint
         * @description What a strong player would do in the caller's place now, and why, in sentences.
         */
        get: operations["getHint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join
         * @description Sit down with an invite, which works once, or at a free seat of a public table.
         */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Fill Seat
         * @description Host: put a bot on a seat, or free it; a freed seat has a new invite link.
         */
        put: operations["fillSeat"];
        post?: never;
        /**
         * Remove Seat
         * @description Host: one seat less; later seats move up.
         */
        delete: operations["removeSeat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add Seat
         * @description Host: one more seat, with an invite link.
         */
        post: operations["addSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/seats/swap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap Seats
         * @description Host: two seats change places.
         */
        post: operations["swapSeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name Seat
         * @description A seat's own name, until the start.
         */
        put: operations["nameSeat"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/watch-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * New Watch Link
         * @description Host: a new link for spectators; the old one ends.
         */
        post: operations["newWatchLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start Table
         * @description Host: deal.
         */
        post: operations["startTable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move
         * @description Make a decision for one's own seat.
         */
        post: operations["move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take Back
         * @description Change a choice that nobody has seen yet.
         */
        post: operations["takeBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask Undo
         * @description Take back one's last decision: at once while nobody has seen it, or if there are no other
         *     people; otherwise all other people are asked.
         */
        post: operations["askUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/undo/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer Undo
         * @description Agree to an undo or not; whoever asked withdraws with agree = false.
         */
        post: operations["answerUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/seats/{seat}/hand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand Seat
         * @description Let a bot play for one's seat, or be back (bot = null); a host may let a bot stand in for
         *     somebody who is away.
         */
        post: operations["handSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/positions/{at}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Position
         * @description The table after so many decisions, as somebody saw it then. Choices made at once are in play
         *     order. What was taken back is not among them.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay Record
         * @description All positions of a game that somebody has the record of. The record is checked: it must be
         *     what the rules and its seed say. Nothing of it is kept.
         */
        post: operations["replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Review
         * @description What each decision of a finished game cost, what chance brought, and where it turned. The
         *     first to ask has it made, which takes up to a minute; then it is there for all.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get Preview
         * @description What these actions of the caller would lead to; nothing is decided. What is not allowed is
         *     refused with its clause, as a move would be.
         */
        post: operations["preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/why-not": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why Not
         * @description Why the caller may not do something now: an action by number, or a move in notation.
         */
        get: operations["whyNot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Score
         * @description The score sheets line by line, with what each line could still bring; at Tybor also what each
         *     building of the display would bring the caller.
         */
        get: operations["getScore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/score/tybor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score Tybor
         * @description Score a game of Tybor that was played with real cards, by whatever is printed on them.
         */
        post: operations["scoreTybor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/score/samara": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score Samara
         * @description Score a game of Samara that was played on a real board.
         */
        post: operations["scoreSamara"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Me
         * @description My tables: those that wait for me, then running, open and finished ones, and totals.
         */
        get: operations["getMe"];
        /**
         * Put Me
         * @description Give or change my name. This device is known from now on.
         */
        put: operations["putMe"];
        post?: never;
        /**
         * Delete Me
         * @description Sign out on this device. Everything stays for my other devices.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/forget-devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget Devices
         * @description Sign out on all devices but this one.
         */
        post: operations["forgetDevices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make Code
         * @description A code for another device. It counts once, and ends the code before it.
         */
        post: operations["makeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/code/whose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whose Code
         * @description Whose code it is, before taking it.
         */
        post: operations["whoseCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/code/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take Code
         * @description Be on this device who I am on the other.
         */
        post: operations["takeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Remember Table
         * @description Put the place that the bearer token is for on my page. This device is known from now on.
         */
        put: operations["rememberTable"];
        post?: never;
        /**
         * Forget Table
         * @description Take a table off my page. My seat there stays mine for those who have its token.
         */
        delete: operations["forgetTable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tables/{table}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * New Table Token
         * @description A token for my seat, or as host, on this device. Tokens on other devices stay good.
         */
        post: operations["newTableToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Whether the server and its store work.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics
         * @description What the server counts, for Prometheus.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Acknowledged
         * @description It has happened, durably, as this entry. `again`: it had been sent and counted before.
         */
        Acknowledged: {
            /** Seq */
            seq: number;
            /**
             * Again
             * @default false
             */
            again?: boolean;
        };
        /**
         * ActionName
         * @description An action: its number, how it is written, and what it is called.
         */
        ActionName: {
            /** Action */
            action: number;
            /** Move */
            move: string;
            /** Text */
            text: string;
        };
        /**
         * AnswerWish
         * @description Whether to agree to an undo.
         */
        AnswerWish: {
            /** Id */
            id: string;
            /** Agree */
            agree: boolean;
        };
        /**
         * BeforeAfter
         * @description Points before and after.
         */
        BeforeAfter: {
            /** Before */
            before: number;
            /** After */
            after: number;
        };
        /**
         * BotShort
         * @description A bot that can play here; `level`: one of the four that people play against.
         */
        BotShort: {
            /** Bot */
            bot: string;
            /** Title */
            title: string;
            /** Level */
            level: boolean;
        };
        /**
         * Built
         * @description A building in front of a player.
         */
        Built: {
            /** Card */
            card: string;
            /**
             * Side
             * @enum {string}
             */
            side: "little" | "great";
        };
        /**
         * ByColour
         * @description A number for each colour.
         */
        ByColour: {
            /** Green */
            green: number;
            /** Yellow */
            yellow: number;
            /** Blue */
            blue: number;
            /** Red */
            red: number;
        };
        /**
         * ByProfession
         * @description A number for each profession.
         */
        ByProfession: {
            /** Farmer */
            farmer: number;
            /** Merchant */
            merchant: number;
            /** Craftsman */
            craftsman: number;
            /** Captain */
            captain: number;
            /** Priest */
            priest: number;
            /** Soldier */
            soldier: number;
        };
        /**
         * BySide
         * @description A number for each side of a building.
         */
        BySide: {
            /** Little */
            little: number;
            /** Great */
            great: number;
        };
        /**
         * ChangeWish
         * @description What is to be different about a table; null leaves it.
         */
        ChangeWish: {
            /** Name */
            name?: string | null;
            /** Public */
            public?: boolean | null;
            /** Archived */
            archived?: boolean | null;
        };
        /**
         * ChangedLine
         * @description A line of the score sheet that would change.
         */
        ChangedLine: {
            /** Before */
            before: number;
            /** After */
            after: number;
            /** Clause */
            clause: string;
            /** What */
            what: string;
        };
        /**
         * ClauseText
         * @description A clause of the rules, or the title of a section (T4).
         */
        ClauseText: {
            /** Clause */
            clause: string;
            /** Text */
            text: string;
        };
        /**
         * ClockInfo
         * @description The clock of a table, in milliseconds.
         */
        ClockInfo: {
            /** Per Move */
            per_move: number;
            /** Reserve */
            reserve: number;
            /** Seats */
            seats?: components["schemas"]["SeatClock"][] | null;
        };
        /**
         * ClockWish
         * @description Seconds for every move, and a reserve for the whole game; days are seconds, too.
         */
        ClockWish: {
            /**
             * Per Move
             * @example 60
             */
            per_move: number;
            /**
             * Reserve
             * @default 0
             * @example 300
             */
            reserve?: number;
        };
        /**
         * CloneWish
         * @description Another line: a new table with the same game, from after so many decisions (all if null).
         */
        CloneWish: {
            /** At */
            at?: number | null;
            /** Name */
            name?: string | null;
            /**
             * Public
             * @default false
             */
            public?: boolean;
            /** Seats */
            seats?: components["schemas"]["SeatWish"][];
            /**
             * Start
             * @default false
             */
            start?: boolean;
        };
        /**
         * CodeOwner
         * @description Whose page a code leads to; `here`: it is the page of this device already.
         * @example {
         *       "here": false,
         *       "name": "Anna"
         *     }
         */
        CodeOwner: {
            /** Name */
            name: string | null;
            /** Here */
            here: boolean;
        };
        /**
         * DecisionInfo
         * @description Who decided, and what; null for a choice that these eyes had not seen then.
         */
        DecisionInfo: {
            /** Seat */
            seat: number;
            /** Name */
            name: string;
            /** Action */
            action: number | null;
            /** Move */
            move: string | null;
            /** Text */
            text: string | null;
        };
        /**
         * DisplayWorth
         * @description Tybor: what a building of the display would change in the caller's total now, by side.
         */
        DisplayWorth: {
            /** Card */
            card: string;
            /** Little */
            little: number;
            /** Great */
            great: number;
        };
        /**
         * Eyes
         * @description Whose eyes these are.
         */
        Eyes: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "seat" | "watch" | "open";
            /** Seat */
            seat: number | null;
        };
        /**
         * FillWish
         * @description A bot for a seat, or null to free it for somebody with a new invite link.
         */
        FillWish: {
            /** Bot */
            bot: string | null;
        };
        /**
         * FilledSeat
         * @description A seat that was filled or freed.
         */
        FilledSeat: {
            /** Seq */
            seq: number;
            /** Seat */
            seat: number;
            /** Invite */
            invite?: string | null;
            /** Link */
            link?: string | null;
        };
        /**
         * Foreman
         * @description What is known of a player.
         */
        Foreman: {
            /** Name */
            name: string;
            /** Tools */
            tools: ("saw" | "trowel_compass" | "trowel_square" | "glass_a" | "glass_b")[];
            reserve: components["schemas"]["Reserve"];
            /** Open Tiles */
            open_tiles: string[];
            /** Tiles */
            tiles: number;
            /** Has Chosen */
            has_chosen: boolean;
            /** Prestige */
            prestige: number | null;
        };
        /**
         * FormerData
         * @description Values that were printed on the components of a former data version.
         */
        FormerData: {
            /** Text */
            text: string;
            /** Components */
            components: {
                [key: string]: unknown;
            };
        };
        /**
         * GameFull
         * @description A game with its options, its components as records have them, and all actions there can
         *     be. `players` is no option here: there are as many as seats. `great_bonus`: Tybor, how much more
         *     a great side is worth (T1.1).
         */
        GameFull: {
            /** Game */
            game: string;
            /** Title */
            title: string;
            /** Least Players */
            least_players: number;
            /** Most Players */
            most_players: number;
            /** Rules Version */
            rules_version: number;
            /** Data Version */
            data_version: string;
            /** Options */
            options: components["schemas"]["GameOption"][];
            /** Components */
            components: {
                [key: string]: unknown;
            };
            /** Great Bonus */
            great_bonus: number | null;
            /** Actions */
            actions: components["schemas"]["ActionName"][];
        };
        /**
         * GameOption
         * @description An option of a game, and what it is if it is left out.
         */
        GameOption: {
            /** Name */
            name: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "choice" | "number" | "yes_no";
            /** Title */
            title: string;
            /** Values */
            values: components["schemas"]["OptionValue"][];
            /**
             * Default
             * @description null: it is drawn by lot.
             */
            default: boolean | number | string | null;
            /** Default Text */
            default_text: string;
        };
        /**
         * GameShort
         * @description A game there is.
         */
        GameShort: {
            /** Game */
            game: string;
            /** Title */
            title: string;
            /** Least Players */
            least_players: number;
            /** Most Players */
            most_players: number;
            /** Rules Version */
            rules_version: number;
            /** Data Version */
            data_version: string;
        };
        /**
         * GameWords
         * @description A game in words: what buildings or tiles are called, by code, and what the lines of the score
         *     sheet are, by clause; the story, explanations.
         */
        GameWords: {
            /** Names */
            names: {
                [key: string]: string;
            };
            /** Score */
            score: {
                [key: string]: string;
            };
            /** Stories */
            stories: components["schemas"]["StoryText"][];
            /** Help */
            help: {
                [key: string]: components["schemas"]["HelpText"];
            };
        };
        /**
         * GoingWorker
         * @description Samara: a worker who goes from one month to another; null off the calendar.
         */
        GoingWorker: {
            /** Seat */
            seat: number;
            /** Worker */
            worker: string;
            /** From */
            from: number | null;
            /** To */
            to: number | null;
        };
        /**
         * HandWish
         * @description The bot that shall play for the seat; null: the person is back.
         */
        HandWish: {
            /** Id */
            id: string;
            /** Bot */
            bot: string | null;
        };
        /**
         * HelpText
         * @description What a word of the game means, and the clause that says so.
         */
        HelpText: {
            /** Clause */
            clause: string;
            /** Text */
            text: string;
        };
        /**
         * JoinWish
         * @description Sit down. `invite`: from the link; public tables need none. `claim`: a secret that the caller
         *     makes up (at least 20 letters), so that the request can be repeated if its answer gets lost;
         *     every answer has a token of its own, and all of them are good.
         */
        JoinWish: {
            /** Invite */
            invite?: string | null;
            /** Claim */
            claim: string;
            /** Name */
            name?: string | null;
        };
        /**
         * Joined
         * @description The token of the seat: who has it plays the seat.
         */
        Joined: {
            /** Seat */
            seat: number;
            /** Token */
            token: string;
            /** Seq */
            seq: number;
        };
        /**
         * Me
         * @description Who is known on this device now.
         * @example {
         *       "known": true,
         *       "name": "Anna"
         *     }
         */
        Me: {
            /** Known */
            known: boolean;
            /** Name */
            name?: string | null;
        };
        /**
         * MonthInUse
         * @description A month with workers, from the board outwards.
         */
        MonthInUse: {
            /** Month */
            month: number;
            /** Line */
            line: components["schemas"]["WorkerInLine"][];
        };
        /**
         * MoreInfo
         * @description What a line could still bring: the nearest points, and what is missing for them.
         */
        MoreInfo: {
            /** Points */
            points: number;
            /** Text */
            text: string;
        };
        /**
         * MoveWish
         * @description A decision, by number or in notation. `seen`: the `seq` up to which the player has seen the
         *     table; if the question is another by now, the move is refused.
         */
        MoveWish: {
            /** Id */
            id: string;
            /** Action */
            action?: number | null;
            /** Move */
            move?: string | null;
            /** Seen */
            seen?: number | null;
        };
        /**
         * MyCode
         * @description A code for another device: type it there before it expires.
         * @example {
         *       "code": "7Q2M-X0RK-9D4T-HB6E-C31V-ZP8S-NA5W",
         *       "expires": 1790000000000
         *     }
         */
        MyCode: {
            /** Code */
            code: string;
            /** Expires */
            expires: number;
        };
        /**
         * MyName
         * @description What the person wants to be called; null for no name.
         * @example {
         *       "name": "Anna"
         *     }
         */
        MyName: {
            /** Name */
            name?: string | null;
        };
        /**
         * MyPage
         * @description The personal page; empty for somebody who has none.
         * @example {
         *       "known": true,
         *       "my_turns": 1,
         *       "name": "Anna",
         *       "tables": [
         *         {
         *           "changed": 1790000000000,
         *           "game": "tybor",
         *           "id": "k3Jv0aQx9LmP",
         *           "my_turn": true,
         *           "name": "Friday",
         *           "roles": [
         *             "host",
         *             "seat:0"
         *           ],
         *           "seats": [
         *             {
         *               "kind": "person",
         *               "name": "Anna"
         *             },
         *             {
         *               "bot": "master",
         *               "kind": "bot",
         *               "name": "Bert"
         *             }
         *           ],
         *           "status": "running",
         *           "waiting_for": [
         *             0
         *           ]
         *         }
         *       ],
         *       "totals": [
         *         {
         *           "game": "tybor",
         *           "played": 3,
         *           "won": 1
         *         }
         *       ]
         *     }
         */
        MyPage: {
            /** Known */
            known: boolean;
            /** Name */
            name?: string | null;
            /**
             * My Turns
             * @description How many tables wait for me, on all pages.
             * @default 0
             */
            my_turns?: number;
            /**
             * Tables
             * @default []
             */
            tables?: components["schemas"]["MyTable"][];
            /**
             * Before
             * @description What to ask for next; null at the end.
             */
            before?: string | null;
            /**
             * Totals
             * @default []
             */
            totals?: components["schemas"]["MyTotal"][];
        };
        /**
         * MyRole
         * @description A place at a table: host, or seat and its number.
         * @example {
         *       "role": "seat:1"
         *     }
         */
        MyRole: {
            /** Role */
            role: string;
        };
        /**
         * MyTable
         * @description A table on the page.
         */
        MyTable: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Name */
            name: string;
            /** Status */
            status: string;
            /** Seats */
            seats: components["schemas"]["SeatListed"][];
            /** Waiting For */
            waiting_for: number[];
            /** Changed */
            changed: number;
            result?: components["schemas"]["ResultListed"] | null;
            /**
             * Roles
             * @description What I am there: host, seat:0, seat:1 …, watch.
             */
            roles: string[];
            /** My Turn */
            my_turn: boolean;
            /**
             * Place
             * @description 1 for the first, once it is over.
             */
            place?: number | null;
            /** Won */
            won?: boolean | null;
        };
        /**
         * MyToken
         * @description A token for this device: it is told once and not kept.
         * @example {
         *       "role": "seat:1",
         *       "token": "ZrV0bTq2pX3hT5m8uJk1yWc9dF7gLaNs"
         *     }
         */
        MyToken: {
            /** Token */
            token: string;
            /** Role */
            role: string;
        };
        /**
         * MyTotal
         * @description How I have done in one game.
         */
        MyTotal: {
            /** Game */
            game: string;
            /** Played */
            played: number;
            /** Won */
            won: number;
        };
        /**
         * NameWish
         * @description One's own name at the table.
         */
        NameWish: {
            /** Name */
            name: string;
        };
        /**
         * NextInfo
         * @description Another table for the same company, which this seat has opened after the end. Who sat here
         *     may sit down there with the token of this table as the invite.
         */
        NextInfo: {
            /** Seat */
            seat: number;
            /** Table */
            table: string;
        };
        /**
         * NextWorker
         * @description The worker who acts next: in how many months, and at which place of that month's line.
         */
        NextWorker: {
            /** Month */
            month: number;
            /** Place */
            place: number;
        };
        /**
         * Offer
         * @description A building on display. The sides are left out for spectators.
         */
        Offer: {
            /** Card */
            card: string;
            /**
             * Colour
             * @enum {string}
             */
            colour: "green" | "yellow" | "blue" | "red";
            little?: components["schemas"]["Price"] | null;
            great?: components["schemas"]["Price"] | null;
        };
        /**
         * Opened
         * @description A new table. Tokens are told once, here, and only their hashes are kept.
         */
        Opened: {
            /** Table */
            table: string;
            /** Host */
            host: string;
            /** Watch */
            watch: string;
            /** Watch Link */
            watch_link: string;
            /** Commitment */
            commitment: string;
            /** Seats */
            seats: components["schemas"]["OpenedSeat"][];
        };
        /**
         * OpenedSeat
         * @description A seat of the new table: the token of one's own, the invite of one that is open.
         */
        OpenedSeat: {
            /** Seat */
            seat: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "open" | "person" | "bot";
            /** Token */
            token?: string | null;
            /** Invite */
            invite?: string | null;
            /** Link */
            link?: string | null;
        };
        /**
         * OptionValue
         * @description A value that an option can have, and what it is called.
         */
        OptionValue: {
            /** Value */
            value: boolean | number | string;
            /** Text */
            text: string;
        };
        /**
         * OriginInfo
         * @description The first moves came from a record or from another table.
         */
        OriginInfo: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "record" | "table";
            /** Moves */
            moves: number;
        };
        /**
         * PadBuilding
         * @description A building as it is printed, and which side is up.
         */
        PadBuilding: {
            /** Points */
            points: number;
            /**
             * Colour
             * @enum {string}
             */
            colour: "green" | "yellow" | "blue" | "red";
            /**
             * Bonus
             * @default
             * @enum {string}
             */
            bonus?: "" | "recruit" | "majority" | "set" | "pair" | "symbol farmer" | "symbol merchant" | "symbol craftsman" | "symbol captain" | "symbol priest" | "symbol soldier";
            /**
             * Side
             * @default little
             * @enum {string}
             */
            side?: "little" | "great";
        };
        /**
         * PadForeman
         * @description What a foreman of Samara has built; `next` decides a tie (S8.2).
         */
        PadForeman: {
            /** Name */
            name: string;
            /** Tiles */
            tiles: number[];
            next?: components["schemas"]["NextWorker"] | null;
        };
        /**
         * PadLine
         * @description A line of a sheet.
         */
        PadLine: {
            /** Clause */
            clause: string;
            /** What */
            what: string;
            /** Points */
            points: number;
        };
        /**
         * PadPlayer
         * @description What lies in front of a player of Tybor.
         */
        PadPlayer: {
            /** Name */
            name: string;
            /**
             * Strength
             * @description Left on workers.
             * @default 0
             */
            strength?: number;
            /** Citizens */
            citizens?: {
                [key: string]: number;
            };
            /**
             * Colours
             * @description Colour symbols on the citizens.
             */
            colours?: {
                [key: string]: number;
            };
            /**
             * Objective
             * @description The three colours of the secret objective.
             * @example GYB
             */
            objective?: string | null;
            /** Building */
            building?: components["schemas"]["PadBuilding"][];
        };
        /**
         * PadResult
         * @description The sheets in the order of the players, and who has won. `undecided`: a tie, and what decides
         *     it was not entered.
         */
        PadResult: {
            /** Game */
            game: string;
            /** Names */
            names: string[];
            /** Sheets */
            sheets: components["schemas"]["PadSheet"][];
            /** Winners */
            winners: number[];
            /** Undecided */
            undecided: boolean;
        };
        /**
         * PadSheet
         * @description The sheet of a player; `tiebreak`: strength left, or the order of acting from 0.
         */
        PadSheet: {
            /** Total */
            total: number;
            /** Tiebreak */
            tiebreak: number | null;
            /** Lines */
            lines: components["schemas"]["PadLine"][];
        };
        /**
         * Picture
         * @description The table as the caller may see it. The first `told` events are known to whoever had seen
         *     the table up to `after`; `events` follow them.
         */
        Picture: {
            /** After */
            after: number;
            /** Seq */
            seq: number;
            you: components["schemas"]["You"];
            table: components["schemas"]["TableInfo"];
            /**
             * View
             * @description The game as this role sees it; null until it starts. `legal`: what the seat may do now, as action numbers (GET /api/games/{game} names them).
             */
            view: components["schemas"]["TyborView"] | components["schemas"]["SamaraView"] | null;
            /** Question */
            question: string | null;
            /**
             * Asked
             * @description The entry since which this seat is asked.
             */
            asked: number | null;
            /** Can Take Back */
            can_take_back: boolean;
            /** Told */
            told: number;
            /** Events */
            events: {
                [key: string]: unknown;
            }[];
        };
        /**
         * PositionChange
         * @description A position of a record: only what is other than before, key by key of the view; the first
         *     has everything.
         */
        PositionChange: {
            /** At */
            at: number;
            decision: components["schemas"]["DecisionInfo"] | null;
            /** Events */
            events: {
                [key: string]: unknown;
            }[];
            /** Question */
            question: string;
            /** Waiting For */
            waiting_for: number[];
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Own */
            own: {
                [key: string]: unknown;
            }[] | null;
        };
        /**
         * PositionFull
         * @description A position of a table. `own`: for open eyes what each seat sees, in the place of the same
         *     keys of the view.
         */
        PositionFull: {
            /** At */
            at: number;
            decision: components["schemas"]["DecisionInfo"] | null;
            /** Events */
            events: {
                [key: string]: unknown;
            }[];
            /** Question */
            question: string;
            /** Waiting For */
            waiting_for: number[];
            /**
             * Of
             * @description How many decisions there are in all.
             */
            of: number;
            eyes: components["schemas"]["Eyes"];
            /** View */
            view: components["schemas"]["TyborView"] | components["schemas"]["SamaraView"];
            /** Own */
            own: {
                [key: string]: unknown;
            }[] | null;
        };
        /**
         * PreviewInfo
         * @description What would happen, as far as it can be known: null or empty where chance or somebody's secret
         *     decides. `cost`, `payment`, `strength`: Tybor, what a building costs, the workers that pay for
         *     it with the least loss, and the strength that is left then.
         */
        PreviewInfo: {
            /** View */
            view: components["schemas"]["TyborView"] | components["schemas"]["SamaraView"] | null;
            /** Question */
            question: string | null;
            /** Workers */
            workers: components["schemas"]["GoingWorker"][];
            /** Cost */
            cost: number | null;
            /** Payment */
            payment: string[];
            /** Strength */
            strength: number | null;
            total: components["schemas"]["BeforeAfter"] | null;
            /** Lines */
            lines: components["schemas"]["ChangedLine"][];
        };
        /**
         * PreviewWish
         * @description Actions one after the other, by number or in notation; none: how it is now.
         */
        PreviewWish: {
            /** Actions */
            actions: (number | string)[];
        };
        /**
         * Price
         * @description What a side of a building costs the seat.
         */
        Price: {
            /** Cost */
            cost: number;
            /** Affordable */
            affordable: boolean;
        };
        /**
         * Problem
         * @description What was wrong, and what would be right.
         */
        Problem: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
        };
        /**
         * RefusedAction
         * @description An action that the rules do not allow, and the clause that forbids it.
         */
        RefusedAction: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /** Clause */
            clause?: string | null;
        };
        /**
         * RefusedMove
         * @description A wish that was not granted: the clause of the rules that forbids it, if it is one, the
         *     reason, and the table as it really is.
         */
        RefusedMove: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /** Clause */
            clause: string | null;
            now?: components["schemas"]["Picture"] | null;
        };
        /**
         * RefusedOpening
         * @description Why no table was opened. `table`: the one that somebody else was faster to open for those
         *     who sat at the table that this one `follows`; the caller's old token is an invite there.
         */
        RefusedOpening: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /** Table */
            table?: string | null;
        };
        /**
         * RefusedStart
         * @description Why the game does not start. `seats`: those that are still open, if that is why.
         */
        RefusedStart: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /** Seats */
            seats?: number[] | null;
        };
        /**
         * RememberedHand
         * @description Another player's hand that the seat has held.
         */
        RememberedHand: {
            /** Seat */
            seat: number;
            /** Cards */
            cards: string[];
        };
        /**
         * ReplayWish
         * @description A game record, either form, and whose eyes to see it with: as in `getPosition`, without it
         *     open if the game is over, otherwise as spectators see it.
         */
        ReplayWish: {
            /** Record */
            record: string;
            /** Seat */
            seat?: ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "watch" | "open") | null;
        };
        /**
         * Replayed
         * @description A record, position by position.
         */
        Replayed: {
            /** Game */
            game: string;
            /** Names */
            names: string[];
            /** Options */
            options: {
                [key: string]: unknown;
            };
            /** Commitment */
            commitment: string;
            /** Over */
            over: boolean;
            /** Of */
            of: number;
            eyes: components["schemas"]["Eyes"];
            /** Scores */
            scores: {
                [key: string]: unknown;
            }[] | null;
            /** Winners */
            winners: number[];
            /** @description Of a game with former data: what was printed then. Null for those of today. */
            former: components["schemas"]["FormerData"] | null;
            /** Positions */
            positions: components["schemas"]["PositionChange"][];
        };
        /**
         * Reserve
         * @description Figures on a foreman's own board that are not at work.
         */
        Reserve: {
            /** Men */
            men: number;
            /** Women */
            women: number;
        };
        /**
         * ResultListed
         * @description How the game ended, by seat.
         */
        ResultListed: {
            /** Scores */
            scores: number[];
            /** Winners */
            winners: number[];
        };
        /**
         * ReviewInfo
         * @description The review of a finished game (docs/review.md). Moves are counted as positions are: move n
         *     leads to position n. Chances are between 0 and 1.
         */
        ReviewInfo: {
            /** Game */
            game: string;
            /** Names */
            names: string[];
            /** Winners */
            winners: number[];
            /** Points */
            points: number[];
            /** Result */
            result: string;
            /** Counted */
            counted: string;
            /** Scales */
            scales: string;
            /** About */
            about: string[];
            /** Parts */
            parts: {
                [key: string]: unknown;
            }[];
            /** Curve */
            curve: {
                [key: string]: unknown;
            }[];
            /** Decisions */
            decisions: {
                [key: string]: unknown;
            }[];
            /** Chance */
            chance: {
                [key: string]: unknown;
            }[];
            /** Turning Points */
            turning_points: {
                [key: string]: unknown;
            }[];
            /** Seats */
            seats: {
                [key: string]: unknown;
            }[];
            /** Effort */
            effort: {
                [key: string]: unknown;
            };
        };
        /**
         * ReviewPending
         * @description A review that is being made: so many decisions of so many; 0 of 0 while others come first.
         */
        ReviewPending: {
            /** Done */
            done: number;
            /** Total */
            total: number;
        };
        /**
         * SamaraOptions
         * @description How a game was set up.
         */
        SamaraOptions: {
            /** Players */
            players: number;
            /** Start Month */
            start_month: number;
            /** Specials */
            specials: boolean;
            /** Open Scores */
            open_scores: boolean;
        };
        /**
         * SamaraPad
         * @description Samara's table at the end.
         */
        SamaraPad: {
            /** Player */
            player: components["schemas"]["PadForeman"][];
        };
        /**
         * SamaraView
         * @description Samara as a role sees it.
         */
        SamaraView: {
            /**
             * Game
             * @constant
             */
            game: "samara";
            options: components["schemas"]["SamaraOptions"];
            /**
             * Phase
             * @enum {string}
             */
            phase: "act" | "help" | "train" | "lose_tool" | "barracks" | "take_figure" | "bury" | "imprison" | "over";
            /** Waiting For */
            waiting_for: number[];
            /** Foreman */
            foreman: number;
            /** Worker */
            worker: string;
            /** Now */
            now: number;
            /** Last Month */
            last_month: number;
            /** Without Progress */
            without_progress: number;
            /** Group */
            group: string[];
            /** Newcomer Lands In */
            newcomer_lands_in: number;
            /** Holiday Lands In */
            holiday_lands_in: number | null;
            /** Workers Of */
            workers_of: number | null;
            /** Calendar */
            calendar: components["schemas"]["MonthInUse"][];
            /** Ended By */
            ended_by: string | null;
            /** Seat */
            seat: number | null;
            /** Spaces */
            spaces: components["schemas"]["Space"][];
            /** Chosen */
            chosen: ("saw" | "trowel_compass" | "trowel_square" | "glass_a" | "glass_b") | null;
            /** Seats */
            seats: components["schemas"]["Foreman"][];
            /** Legal */
            legal: number[];
        };
        /**
         * ScoreInfo
         * @description The score sheets as the caller may know them, by seat; null where the score is kept hidden
         *     (Samara, S9.1).
         */
        ScoreInfo: {
            /** Seats */
            seats: (components["schemas"]["SheetInfo"] | null)[];
            /** Display */
            display: components["schemas"]["DisplayWorth"][];
        };
        /**
         * ScoreLine
         * @description Points by one clause.
         */
        ScoreLine: {
            /** Clause */
            clause: string;
            /** Points */
            points: number;
            /** What */
            what: string;
        };
        /**
         * SeatClock
         * @description What is left for a seat, in milliseconds.
         */
        SeatClock: {
            /** Move Left */
            move_left: number;
            /** Reserve Left */
            reserve_left: number;
            /** Runs */
            runs: boolean;
        };
        /**
         * SeatInfo
         * @description A seat. `bot`: the bot whose seat it is; `stand_in`: the bot that plays for a person now,
         *     because it was asked to, by the host, or because time was up.
         */
        SeatInfo: {
            /** Name */
            name: string | null;
            /**
             * Kind
             * @enum {string}
             */
            kind: "open" | "person" | "bot";
            /** Bot */
            bot: string | null;
            /** Stand In */
            stand_in: string | null;
            /** Why */
            why: ("asked" | "host" | "clock") | null;
            /** Here */
            here: boolean;
        };
        /**
         * SeatListed
         * @description Who sits there: open, person or bot; `bot` decides, also while it stands in for a person.
         */
        SeatListed: {
            /** Name */
            name?: string | null;
            /** Kind */
            kind: string;
            /** Bot */
            bot?: string | null;
        };
        /**
         * SeatWish
         * @description A seat of a new table: `me` is the caller's own, `open` gets an invite link.
         */
        SeatWish: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "me" | "open" | "bot";
            /** Bot */
            bot?: string | null;
            /** Name */
            name?: string | null;
        };
        /**
         * Sheet
         * @description A score sheet.
         */
        Sheet: {
            /** Total */
            total: number;
            /** Tiebreak */
            tiebreak: number;
            /** Lines */
            lines: components["schemas"]["ScoreLine"][];
        };
        /**
         * SheetInfo
         * @description A score sheet; `complete` is false if a secret objective is missing in it.
         */
        SheetInfo: {
            /** Seat */
            seat: number;
            /** Complete */
            complete: boolean;
            /** Total */
            total: number;
            /** Tiebreak */
            tiebreak: number;
            /** Lines */
            lines: components["schemas"]["SheetLine"][];
        };
        /**
         * SheetLine
         * @description A line of the score sheet; `more` is null where nothing is left, or no number tells it.
         */
        SheetLine: {
            /** Clause */
            clause: string;
            /** What */
            what: string;
            /** Points */
            points: number;
            more: components["schemas"]["MoreInfo"] | null;
        };
        /**
         * Space
         * @description A space of the board. `lands_in` is left out for spectators.
         */
        Space: {
            /** Row */
            row: number;
            /** Column */
            column: number;
            /** Tile */
            tile: string | null;
            /** Tools */
            tools: ("saw" | "trowel_compass" | "trowel_square" | "glass_a" | "glass_b")[];
            /** Lands In */
            lands_in?: number | null;
        };
        /**
         * StoryText
         * @description Tybor: a scenario (by its key) or a chapter (by its number): title, tale and what it does.
         */
        StoryText: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "scenario" | "chapter";
            /** Key */
            key: string;
            /** Title */
            title: string;
            /** Story */
            story: string;
            /** Effect */
            effect: string;
        };
        /**
         * SwapWish
         * @description Two seats that change places.
         */
        SwapWish: {
            /** Seats */
            seats: [
                number,
                number
            ];
        };
        /**
         * TableInfo
         * @description What everybody at a table may know about it. `seed` is told when the game is over.
         */
        TableInfo: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Name */
            name: string;
            /** Public */
            public: boolean;
            /**
             * Status
             * @enum {string}
             */
            status: "open" | "running" | "over" | "archived" | "kept";
            /** Rules Version */
            rules_version: number;
            /** Data Version */
            data_version: string;
            /** Options */
            options: {
                [key: string]: unknown;
            };
            /** Commitment */
            commitment: string;
            /** Seed */
            seed: string | null;
            /** Opened */
            opened: number;
            /** Changed */
            changed: number;
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Waiting For */
            waiting_for: number[];
            /**
             * Bots Getting Ready
             * @description A bot that has to decide cannot think yet, for up to a minute.
             */
            bots_getting_ready: boolean;
            /** Stand In */
            stand_in: string;
            clock: components["schemas"]["ClockInfo"] | null;
            undo: components["schemas"]["UndoInfo"] | null;
            origin: components["schemas"]["OriginInfo"] | null;
            next: components["schemas"]["NextInfo"] | null;
            /** Moves */
            moves: number;
            /** Scores */
            scores: {
                [key: string]: unknown;
            }[] | null;
            /** Winners */
            winners: number[];
        };
        /**
         * TableWish
         * @description A table to be opened. `record`, with `at`: begin from a record after so many decisions.
         * @example {
         *       "game": "tybor",
         *       "name": "Friday",
         *       "seats": [
         *         {
         *           "kind": "me",
         *           "name": "Anna"
         *         },
         *         {
         *           "kind": "open"
         *         },
         *         {
         *           "bot": "master",
         *           "kind": "bot"
         *         }
         *       ]
         *     }
         */
        TableWish: {
            /** Game */
            game?: ("tybor" | "samara") | null;
            /** Name */
            name?: string | null;
            /**
             * Public
             * @default false
             */
            public?: boolean;
            /** Options */
            options?: {
                [key: string]: string | number | boolean;
            };
            /** Seats */
            seats?: components["schemas"]["SeatWish"][];
            clock?: components["schemas"]["ClockWish"] | null;
            /**
             * Stand In
             * @default journeyman
             */
            stand_in?: string;
            /**
             * Start
             * @description Start at once; no seat may be open.
             * @default false
             */
            start?: boolean;
            /**
             * Follows
             * @description A finished table at which the caller sat (with that seat's token): those who sat there with the same numbers may sit down here with their tokens, and are told. One table follows another: if somebody else was faster, the answer names theirs. It is no longer in the way once its game is over or it was put away.
             */
            follows?: string | null;
            /**
             * Instead
             * @description The table that has been opened for those who sat at the one that this one follows, if it shall be given up: everybody is told of this one in its place. That is possible until it starts.
             */
            instead?: string | null;
            /**
             * Record
             * @description A game record, either form.
             */
            record?: string | null;
            /** At */
            at?: number | null;
        };
        /**
         * TakenCode
         * @description A code as it was typed, and whether the tables on the page of this device come along. Only
         *     if the person has said so: whoever made the code gets them, with the seats there.
         * @example {
         *       "code": "7q2m x0rk 9d4t hb6e c31v zp8s na5w"
         *     }
         */
        TakenCode: {
            /** Code */
            code: string;
            /**
             * Bring
             * @default false
             */
            bring?: boolean;
        };
        /**
         * TyborOptions
         * @description How a game was set up.
         */
        TyborOptions: {
            /** Players */
            players: number;
            /** Scenario */
            scenario: string;
            /** Chapter */
            chapter: number;
        };
        /**
         * TyborPad
         * @description Tybor's table at the end. What is not given is as in this program's data; without a scenario
         *     or chapter no objective of one scores. `shown`: the symbols of T6.13.
         */
        TyborPad: {
            /** Scenario */
            scenario?: ("escape-from-the-city" | "size-matters" | "a-colourful-crowd" | "the-town-grows") | null;
            /** Chapter */
            chapter?: number | null;
            /** Shown */
            shown?: ("farmer" | "merchant" | "craftsman" | "captain" | "priest" | "soldier")[] | null;
            /** Great Bonus */
            great_bonus?: number | null;
            /** Captains */
            captains?: number[] | null;
            /** Captain Beyond */
            captain_beyond?: number | null;
            /** Player */
            player: components["schemas"]["PadPlayer"][];
        };
        /**
         * TyborSeat
         * @description What everybody sees of a player.
         */
        TyborSeat: {
            /** Name */
            name: string;
            /** Cards In Hand */
            cards_in_hand: number;
            /** Has Chosen */
            has_chosen: boolean;
            /** Drawing */
            drawing: number;
            /** Citizens */
            citizens: string[];
            /** Workers */
            workers: string[];
            /** Buildings */
            buildings: components["schemas"]["Built"][];
            /** Strength */
            strength: number;
            discount: components["schemas"]["ByColour"];
            symbols: components["schemas"]["ByProfession"];
        };
        /**
         * TyborView
         * @description Tybor as a role sees it.
         */
        TyborView: {
            /**
             * Game
             * @constant
             */
            game: "tybor";
            options: components["schemas"]["TyborOptions"];
            /** Stage */
            stage: number;
            /** Round */
            round: number;
            /** Rounds */
            rounds: number;
            /**
             * Phase
             * @enum {string}
             */
            phase: "choose" | "use" | "pay" | "keep" | "drop" | "give_up" | "over";
            /** Waiting For */
            waiting_for: number[];
            /** First Player */
            first_player: number;
            /**
             * Direction
             * @enum {string}
             */
            direction: "clockwise" | "counter-clockwise";
            /** Revealed */
            revealed: string | null;
            /** Building */
            building: string | null;
            /** Side */
            side: ("little" | "great") | null;
            /** Due */
            due: number;
            /** Discard */
            discard: string[];
            /** Removed */
            removed: string[];
            /** Pile */
            pile: number;
            /** Building Pile */
            building_pile: number;
            /** Seats */
            seats: components["schemas"]["TyborSeat"][];
            cost: components["schemas"]["BySide"];
            /** Seat */
            seat: number | null;
            /** Display */
            display: components["schemas"]["Offer"][];
            /** Hand */
            hand: string[] | null;
            /** Chosen */
            chosen: string | null;
            /** Drawn */
            drawn: string[] | null;
            /** Secret Objective */
            secret_objective: ("green" | "yellow" | "blue" | "red")[] | null;
            /** Remembered */
            remembered: components["schemas"]["RememberedHand"][];
            score: components["schemas"]["Sheet"] | null;
            /** Legal */
            legal: number[];
        };
        /**
         * TypedCode
         * @description A code as it was typed: case, spaces and hyphens do not matter, nor O for 0, I or L for 1.
         * @example {
         *       "code": "7q2m x0rk 9d4t hb6e c31v zp8s na5w"
         *     }
         */
        TypedCode: {
            /** Code */
            code: string;
        };
        /**
         * UndoInfo
         * @description Somebody wants to take a move back; these seats have not answered yet.
         */
        UndoInfo: {
            /** Seat */
            seat: number;
            /** Missing */
            missing: number[];
        };
        /**
         * WatchLink
         * @description The link for spectators; the one before works no longer.
         */
        WatchLink: {
            /** Watch */
            watch: string;
            /** Link */
            link: string;
        };
        /**
         * WhyNot
         * @description The clause that forbids an action, and the reason; both null if it is allowed.
         */
        WhyNot: {
            /** Clause */
            clause: string | null;
            /** Message */
            message: string | null;
        };
        /**
         * Wish
         * @description `id`: chosen by the client; the same wish with the same id counts once, and another wish with
         *     it is refused (`id_used`).
         */
        Wish: {
            /** Id */
            id: string;
        };
        /**
         * WorkerInLine
         * @description A worker on the calendar.
         */
        WorkerInLine: {
            /** Seat */
            seat: number;
            /** Worker */
            worker: string;
            /** Men */
            men: number;
            /** Women */
            women: number;
            /**
             * Sex
             * @enum {string}
             */
            sex: "man" | "woman";
            /** Strength */
            strength: number;
        };
        /**
         * You
         * @description What the caller is at the table.
         */
        You: {
            /**
             * Role
             * @enum {string}
             */
            role: "host" | "seat" | "watch";
            /** Seat */
            seat: number | null;
        };
        /**
         * Ack
         * @description The wish with this id has happened.
         */
        Ack: {
            /** Seq */
            seq: number;
            /**
             * Again
             * @default false
             */
            again?: boolean;
            /**
             * Type
             * @constant
             */
            type: "ack";
            /** Id */
            id: string;
        };
        /**
         * AnswerUndo
         * @description Answer somebody's wish to undo; whoever asked withdraws with agree = false.
         */
        AnswerUndo: {
            /** Id */
            id: string;
            /** Agree */
            agree: boolean;
            /**
             * Type
             * @constant
             */
            type: "answer_undo";
        };
        /**
         * AskUndo
         * @description Ask to take back what others have seen.
         */
        AskUndo: {
            /** Id */
            id: string;
            /**
             * Type
             * @constant
             */
            type: "undo";
        };
        /**
         * Hand
         * @description Hand the own seat to a bot, or take it back.
         */
        Hand: {
            /** Id */
            id: string;
            /** Bot */
            bot: string | null;
            /**
             * Type
             * @constant
             */
            type: "hand";
        };
        /**
         * Hello
         * @description The first message. `have`: the `seq` that the client has seen, to get only what is new.
         */
        Hello: {
            /**
             * Type
             * @constant
             */
            type: "hello";
            /**
             * Token
             * @default null
             */
            token?: string | null;
            /**
             * Lang
             * @default en
             * @enum {string}
             */
            lang?: "en" | "de";
            /**
             * Have
             * @default 0
             */
            have?: number;
        };
        /**
         * Here
         * @description The seats with somebody at this server's end of a connection.
         */
        Here: {
            /**
             * Type
             * @constant
             */
            type: "here";
            /** Seats */
            seats: number[];
        };
        /**
         * Move
         * @description Make a move.
         */
        Move: {
            /** Id */
            id: string;
            /**
             * Action
             * @default null
             */
            action?: number | null;
            /**
             * Move
             * @default null
             */
            move?: string | null;
            /**
             * Seen
             * @default null
             */
            seen?: number | null;
            /**
             * Type
             * @constant
             */
            type: "move";
        };
        /**
         * Ping
         * @description Are you there?
         */
        Ping: {
            /**
             * Type
             * @constant
             */
            type: "ping";
            /**
             * N
             * @default 0
             */
            n?: number;
        };
        /**
         * Pong
         * @description Yes.
         */
        Pong: {
            /**
             * Type
             * @constant
             */
            type: "pong";
            /** N */
            n: number;
        };
        /**
         * RefusedWish
         * @description The wish with this id has not happened.
         */
        RefusedWish: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /** Clause */
            clause: string | null;
            /** @default null */
            now?: components["schemas"]["Picture"] | null;
            /**
             * Type
             * @constant
             */
            type: "refused";
            /** Id */
            id: string;
        };
        /**
         * TakeBack
         * @description Change a choice that nobody has seen.
         */
        TakeBack: {
            /** Id */
            id: string;
            /**
             * Type
             * @constant
             */
            type: "take_back";
        };
        /**
         * Trouble
         * @description A message that made no sense; the connection goes on unless it is closed after this.
         */
        Trouble: {
            /**
             * Error
             * @example only_host
             */
            error: string;
            /**
             * Message
             * @example Only the host may do this.
             */
            message: string;
            /**
             * Type
             * @constant
             */
            type: "error";
            /**
             * Id
             * @description Of the message, if it had one.
             * @default null
             */
            id?: string | null;
        };
        /**
         * Update
         * @description The table as it is now. If `after` is not the last `seq` that the client has, it missed
         *     something: it says hello again.
         */
        Update: {
            /** After */
            after: number;
            /** Seq */
            seq: number;
            you: components["schemas"]["You"];
            table: components["schemas"]["TableInfo"];
            /**
             * View
             * @description The game as this role sees it; null until it starts. `legal`: what the seat may do now, as action numbers (GET /api/games/{game} names them).
             */
            view: components["schemas"]["TyborView"] | components["schemas"]["SamaraView"] | null;
            /** Question */
            question: string | null;
            /**
             * Asked
             * @description The entry since which this seat is asked.
             */
            asked: number | null;
            /** Can Take Back */
            can_take_back: boolean;
            /** Told */
            told: number;
            /** Events */
            events: {
                [key: string]: unknown;
            }[];
            /**
             * Type
             * @constant
             */
            type: "update";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getGames: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameShort"][];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getGame: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                game: "tybor" | "samara";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameFull"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWords: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                game: "tybor" | "samara";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameWords"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRules: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                game: "tybor" | "samara";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClauseText"][];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBots: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotShort"][];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openTable: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedOpening"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cloneTable: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloneWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opened"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLobby: {
        parameters: {
            query?: {
                /** @description To go on: `mark` of the last table of the page before. */
                after?: string | null;
                most?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    }[];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTable: {
        parameters: {
            query?: {
                /** @description The last `seq` that was seen: events from there. */
                after?: number;
                /** @description Seconds to wait for something newer. */
                wait?: number;
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Picture"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRecord: {
        parameters: {
            query?: {
                form?: "json" | "text";
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "text/plain": unknown;
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHint: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    join: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Joined"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fillSeat: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
                seat: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FillWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilledSeat"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
                seat: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilledSeat"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    swapSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwapWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    nameSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NameWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    newWatchLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchLink"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedStart"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    move: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMove"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeBack: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Wish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMove"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askUndo: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Wish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMove"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answerUndo: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMove"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    handSeat: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
                seat: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledged"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedMove"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPosition: {
        parameters: {
            query?: {
                /** @description With whose eyes: a seat's, a spectator's (`watch`), or everybody's at once (`open`). Without it with the caller's own. Other seats' and open eyes once it is over. */
                seat?: ("0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "watch" | "open") | null;
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
                /** @description After so many decisions. */
                at: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionFull"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replay: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReview: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewInfo"];
                };
            };
            /** @description It is being made: ask again in a second. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPending"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Implemented */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    preview: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewInfo"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedAction"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    whyNot: {
        parameters: {
            query?: {
                action?: number | null;
                move?: string | null;
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyNot"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScore: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreInfo"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scoreTybor: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TyborPad"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PadResult"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    scoreSamara: {
        parameters: {
            query?: {
                /** @description The language of texts. */
                lang?: ("en" | "de") | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SamaraPad"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PadResult"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: {
                /** @description `before` of a page. */
                before?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyPage"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyName"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    makeCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyCode"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    whoseCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedCode"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeOwner"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    takeCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakenCode"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description Not Found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rememberTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetTable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    newTableToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The table. */
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyRole"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyToken"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Unprocessable Entity */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Too Many Requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
