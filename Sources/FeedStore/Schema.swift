/// The tables in the file, as the statements that make each version of them from the one before. A version that was
/// released is never changed; what is new is another one. Each ends with its number.
enum Schema {
    /// "fcor"
    static let applicationID: Int64 = 0x6663_6f72
    static var version: Int { versions.count }
    /// The first one with people.
    static let peopleVersion: Int64 = 2

    static var versions: [StaticString] { [responses, people] }

    /// Pages of feeds. The bodies stand apart, because SQLite writes a row anew as a whole when any of it changes.
    /// `used` numbers the uses: the row with the least is the one that nobody has asked for the longest. The sums find
    /// damage, in the body and in all that matters of the row.
    private static let responses: StaticString = """
        CREATE TABLE responses(
            id INTEGER PRIMARY KEY, partition TEXT NOT NULL, key TEXT NOT NULL, mapping INTEGER NOT NULL,
            etag TEXT, last_modified TEXT, stored_at INTEGER NOT NULL, used INTEGER NOT NULL,
            size INTEGER NOT NULL, body_sum INTEGER NOT NULL, sum INTEGER NOT NULL);
        CREATE UNIQUE INDEX responses_by_key ON responses(key, partition);
        CREATE INDEX responses_by_use ON responses(used, size);
        CREATE INDEX responses_by_time ON responses(stored_at);
        CREATE TABLE bodies(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        CREATE TRIGGER responses_gone AFTER DELETE ON responses
        BEGIN
            DELETE FROM bodies WHERE id = old.id;
        END;
        PRAGMA application_id = 0x66636f72;
        PRAGMA user_version = 1;
        """

    /// People. Each partition has a number, its owner's, and the ids of its rows lie together, from number * 2^32 on: what
    /// a full-text index finds comes in their order, and is limited to them. There are two such indexes, of words (see
    /// `userWords`) and of parts of three characters, the latter only of rows that hold what is looked for by its parts.
    private static let people: StaticString = """
        CREATE TABLE owners(number INTEGER PRIMARY KEY, partition TEXT NOT NULL UNIQUE);
        CREATE TABLE users(
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, user TEXT NOT NULL,
            username TEXT COLLATE NOCASE, display_name TEXT, bio TEXT,
            has_parts INTEGER NOT NULL, json TEXT NOT NULL);
        CREATE UNIQUE INDEX users_by_user ON users(owner, user);
        CREATE INDEX users_by_username ON users(owner, username);
        CREATE VIEW users_with_parts AS SELECT id, username, display_name, bio FROM users WHERE has_parts;
        CREATE VIRTUAL TABLE user_parts USING fts5(
            username, display_name, bio, content = users_with_parts, content_rowid = id, columnsize = 0,
            tokenize = trigram);
        CREATE TABLE queries(
            owner INTEGER NOT NULL, query TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY(owner, query)
        ) WITHOUT ROWID;
        PRAGMA user_version = 2;
        """

    /// The index of words, which is made with the people. What its tokenizer takes for letters is what Unicode 6.1 has for
    /// such, and all that came later, so it has to be told of the later emoji: they would stick to names.
    static var userWords: String {
        var sql: [UInt8] = []
        sql +=
            """
            CREATE VIRTUAL TABLE user_words USING fts5(
                username, display_name, bio, content = users, content_rowid = id, columnsize = 0,
                prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2 separators ''
            """.utf8
        for block in laterSymbols {
            for character in block { sql += (Unicode.Scalar(character) ?? " ").utf8 }
        }
        sql += "''')".utf8
        return String(decoding: sql, as: UTF8.self)
    }

    private static let laterSymbols: [ClosedRange<UInt32>] = [
        0x20ba...0x20cf, 0x23f4...0x23ff, 0x1f321...0x1f32f, 0x1f336...0x1f336, 0x1f37d...0x1f37f,
        0x1f394...0x1f39f, 0x1f3c5...0x1f3c5, 0x1f3cb...0x1f3df, 0x1f3f1...0x1f3ff, 0x1f43f...0x1f43f,
        0x1f441...0x1f441, 0x1f4f8...0x1f4f8, 0x1f4fd...0x1f4ff, 0x1f53e...0x1f53f, 0x1f544...0x1f54f,
        0x1f568...0x1f5fa, 0x1f641...0x1f644, 0x1f6c6...0x1f6ff, 0x1f7e0...0x1f7f0, 0x1f900...0x1f9ff,
        0x1fa70...0x1faff,
    ]
}
