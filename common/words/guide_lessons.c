#include "common/words/guide.h"

#include "common/game/family.h"
#include "common/game/octal.h"
#include "common/game/silver_dollar.h"
#include "common/game/subtraction.h"
#include "common/game/take_away.h"
#include "common/game/turning.h"

#include <assert.h>
#include <string.h>

/* --- kinds of rules --- */

static bool is_doubling(const struct rules *rules)
{
    struct take_away_function function = take_away_function(rules);
    return take_away_function_is_doubling(&function);
}

static bool is_binary(const struct rules *rules)
{
    struct take_away_function function = take_away_function(rules);
    return take_away_function_is_binary(&function);
}

/* Compares the code without a suffix. */
static bool has_code(const struct rules *rules, const char *code)
{
    size_t len = strlen(code);
    return strncmp(rules->text, code, len) == 0 &&
           (rules->text[len] == '\0' || rules->text[len] == ',');
}

static bool is_nim(const struct rules *rules)
{
    return has_code(rules, "octal:0.3...");
}

static bool is_laskers_nim(const struct rules *rules)
{
    return has_code(rules, "octal:4.3...");
}

static bool is_kayles(const struct rules *rules)
{
    return has_code(rules, "octal:0.77");
}

static bool is_dawsons_kayles(const struct rules *rules)
{
    return has_code(rules, "octal:0.07");
}

static bool is_dawsons_chess(const struct rules *rules)
{
    return has_code(rules, "octal:0.137");
}

static bool is_kayles_on_a_ring(const struct rules *rules)
{
    return is_kayles(rules) && rules->look == LOOK_RING;
}

static bool is_dawsons_chess_on_a_ring(const struct rules *rules)
{
    return is_dawsons_chess(rules) && rules->look == LOOK_RING;
}

static bool is_consecutive(const struct rules *rules)
{
    struct subtraction_range range;
    return subtraction_kind(rules) == SUBTRACTION_SET && subtraction_is_range(rules, &range) &&
           range.least == 1;
}

static bool is_range(const struct rules *rules)
{
    struct subtraction_range range;
    return subtraction_kind(rules) == SUBTRACTION_SET && subtraction_is_range(rules, &range);
}

static bool is_finite_set(const struct rules *rules)
{
    return subtraction_kind(rules) == SUBTRACTION_SET;
}

static bool is_all_but_range(const struct rules *rules)
{
    struct subtraction_range range;
    return subtraction_kind(rules) == SUBTRACTION_ALL_BUT && subtraction_is_range(rules, &range);
}

static bool is_mock_turtles(const struct rules *rules)
{
    return turning_kind(rules) == TURNING_MOCK_TURTLES;
}

static bool is_ruler(const struct rules *rules)
{
    return turning_kind(rules) == TURNING_RULER;
}

static bool is_twins(const struct rules *rules)
{
    return turning_kind(rules) == TURNING_TWINS;
}

static bool is_all_but(const struct rules *rules)
{
    return subtraction_kind(rules) == SUBTRACTION_ALL_BUT;
}

/* --- the texts --- */

static const char nim[] =
    "Write the heaps in binary, one below the other, and count the 1s of each column. If "
    "every column has an even number of them (the nim-sum is 0), whoever is to move loses: "
    "any move spoils a column.\n"
    "Otherwise find the leftmost odd column and a heap with a 1 in it, and bring that heap "
    "down so that all columns are even. So of two heaps: make them equal.";

static const char misere_nim[] =
    "Play as in Nim in which the last counter wins: leave heaps whose nim-sum is 0 (write "
    "them in binary: an even number of 1s in each column).\n"
    "Only the end is different. When your move leaves heaps of one counter only, leave an odd "
    "number of them: your opponent then has to take the last one.";

static const char doubling[] =
    "Write the heap as a sum of Fibonacci numbers 1, 2, 3, 5, 8, 13, ...: the largest that "
    "fits, then the largest that fits into the rest, and so on.\n"
    "Take the smallest part. The next one is more than twice as large: your opponent cannot "
    "take it whole, and you can go on like this to the end.\n"
    "Where the smallest part is more than may be taken, no move wins. Then take little: the "
    "more you take, the more your opponent may take.";

static const char powers_of_two[] =
    "Write the heap as a sum of different powers of 2: its binary digits. Take the smallest.\n"
    "The next one is at least twice as large, more than your opponent may take now. What is "
    "taken breaks it up, and you can take the smallest part again, to the end.\n"
    "Where the smallest part is more than may be taken, no move wins.";

static const char parts[] =
    "Let F(x) be what may be taken after x. The first lost heap is 1; the next is always the "
    "last one plus the smallest one whose F is not below the last.\n"
    "Write the heap as a sum of these, always the largest that fits. Take the smallest part: "
    "the next one is more than your opponent may take now.\n"
    "Where the smallest part is more than may be taken, no move wins.";

static const char misere_take_away[] =
    "Whoever takes the last counter loses, so nobody takes it who has another move: a heap of "
    "n is played like one of n - 1 in which the last counter wins.\n"
    "At the start, when all but one may be taken, that is easy: leave 1. It becomes a game "
    "when less may be taken at first: start from 20@5, say: 20 counters, of which at most 5 may "
    "be taken now.";

static const char local_quotas[] =
    "Each heap, with the number that may be taken from it now, has a value: the least number "
    "0, 1, 2, ... that no move in it leads to. It does not fall when more may be taken.\n"
    "Add the values by nim-sum: in binary, without carrying. If the sum is 0, whoever is to "
    "move loses; otherwise bring one heap to the value that makes the sum 0.\n"
    "The program tabulates the values. Equal heaps with equal quotas cancel out.";

static const char global_powers_of_two[] =
    "Write the heaps in binary, one below the other, and find the rightmost column with an "
    "odd number of 1s. It stands for a power of 2: if so much may be taken, you can win.\n"
    "Take exactly so many from a heap with a 1 in that column. The next odd column stands for "
    "twice as much or more, which your opponent may not take.\n"
    "If no column is odd, whoever is to move loses.";

static const char global_doubling[] =
    "Of two heaps the difference decides. If it is 0 whoever is to move loses: each take is "
    "answered by the same take from the other heap. Otherwise write it as a sum of Fibonacci "
    "numbers, always the largest that fits. The smallest part, taken from the larger heap, "
    "wins if so much may be taken; sometimes the Fibonacci number before it is enough, from "
    "the smaller heap.\n"
    "Three heaps and more the program tabulates.";

static const char global_quota[] =
    "For every set of heaps there is a least number that has to be allowed for whoever is to move "
    "to win, if any is enough. The program tabulates it, from the small positions up.\n"
    "Two equal heaps are lost for whoever is to move: each take is answered by the same take "
    "from the other heap. So of two heaps that differ little, make them equal.";

static const char kayles[] =
    "From a single row knock down the middle, one pin or two, and answer every move by the "
    "same in the other half.\n"
    "With several rows, add their values (see below) by nim-sum: in binary, without "
    "carrying. If the sum is 0, whoever is to move loses; otherwise make it 0.";

static const char kayles_on_a_ring[] =
    "A ring of three or more is lost for whoever is to move: it becomes a row, of which the other "
    "player knocks down the middle, and then copies every move in the other half.\n"
    "Beside rows such a ring counts 0. Add the values of the rows (see below) by nim-sum: if the "
    "sum is 0, whoever is to move loses; otherwise make it 0.";

static const char dawsons_kayles[] =
    "From a single row with an even number of pins knock down the two in the middle, and "
    "answer every move by the same in the other half.\n"
    "Otherwise add the values of all rows (see below) by nim-sum: in binary, without "
    "carrying. If the sum "
    "is 0, whoever is to move loses; otherwise make it 0. Equal rows cancel out.";

static const char dawsons_chess[] =
    "With an odd number of files in one row, or board, play the middle one, and answer every move "
    "by the same in the other half.\n"
    "Otherwise add the values (see below) by nim-sum: in binary, without carrying. If the sum is "
    "0, whoever is to move loses; otherwise make it 0.";

static const char dawsons_chess_on_a_ring[] =
    "A ring of four or more becomes a row of three less: rings of 1, 2, 3, 7, 11, 17, 23, ... are "
    "won. Some pages call this ring Dawson's Chess; that is played in a row, where other numbers "
    "win.\n"
    "Add the values of rows (see below) by nim-sum: if the sum is 0, whoever is to move loses.";

static const char misere_dawsons_chess[] =
    "So T. R. Dawson posed his game in 1935: who moves last loses. For larger boards no rule is "
    "known that names the winner; values and nim-sums do not decide here, and the program tries "
    "every move, up to a certain size.\n"
    "What helps: know the small lost boards and steer for them. Near the end count the moves that "
    "are left: leave an odd number of them where each is forced.";

static const char laskers_nim[] =
    "The value of a heap is its size, except that 3 and 4 change places, 7 and 8, 11 and 12, "
    "and so on: that is what splitting does.\n"
    "Add the values by nim-sum: in binary, without carrying. If the sum is 0, whoever is to "
    "move loses; otherwise take from a heap or split one so that it becomes 0.";

static const char misere_kayles[] =
    "Nearly as in Kayles: give each row its value in normal play, as the guide of Kayles has "
    "them, and add the values by nim-sum. If the sum is 0, whoever is to move loses; "
    "otherwise make it 0.\n"
    "There are a few exceptions, with rows of certain sizes up to 25 only; the program knows "
    "them. When only single pins are left, leave an odd number of them.";

static const char misere_kayles_on_a_ring[] =
    "A ring that stands alone is lost for whoever is to move, but for rings of 2, 3, 5, 6, 10, 11, "
    "13, 14, 21 and 22: these are won. It becomes a row at the first move.\n"
    "For rows give each its value in normal play, as the guide of Kayles has them, and add the "
    "values by nim-sum. If the sum is 0, whoever is to move loses; otherwise make it 0. There are "
    "a few exceptions, with rows of certain sizes up to 25 only; the program knows them.";

static const char misere_dawsons_chess_on_a_ring[] =
    "Whoever takes a whole ring of one, two or three loses. A larger ring becomes a row of three "
    "less, so that rings of 4, 5, 9, 10, 14, 18, 19, 23, 24, ... are won.\n"
    "For rows no rule is known that names the winner; values and nim-sums do not decide here, and "
    "the program tries every move, up to a certain size. Near the end count the moves that are "
    "left: leave an odd number of them where each is forced.";

static const char values[] =
    "Every heap has a value: the least number 0, 1, 2, ... that no move from it leads to. "
    "Several heaps that are left count as the nim-sum of their values (added in binary, without "
    "carrying).\n"
    "Add all values by nim-sum. If the sum is 0, whoever is to move loses; otherwise find a "
    "move that makes it 0. Equal heaps cancel out.";

static const char consecutive[] =
    "One heap: add 1 to the most that may be taken, and leave a multiple of that number: of 4 "
    "where 3 may be taken. Whatever your opponent takes, take what is missing to that number, "
    "and you come to 0.\n"
    "Several heaps: of each only the remainder counts, when it is divided by that number. Add "
    "the remainders by nim-sum, in binary without carrying. If the sum is 0, whoever is to "
    "move loses; otherwise make it 0.";

static const char range[] =
    "One heap: add the least and the most that may be taken, and leave a heap whose remainder by "
    "that sum is below the least. Whatever your opponent takes, take what is missing to the sum; "
    "at the end fewer counters are left than may be taken.\n"
    "Several heaps: the value of a heap is its remainder by the sum, divided by the least and "
    "rounded down. Add the values by nim-sum, in binary without carrying. If the sum is 0, whoever "
    "is to move loses; otherwise make it 0.";

static const char finite_set[] =
    "Every heap has a value: the least number 0, 1, 2, ... that no move from it leads to. "
    "Sooner or later the same row of values comes again and again.\n"
    "One heap: leave one whose value is 0. Several: add their values by nim-sum, in binary "
    "without carrying. If the sum is 0, whoever is to move loses; otherwise make it 0. Equal "
    "heaps cancel out.";

static const char all_but_range[] =
    "Count the heaps 0, 1, 2, ... with the values 0, 1, ... up to one below the least number that "
    "may not be taken, and begin again as long as the heap that you began with is no farther away "
    "than the most that may not be taken. Then go on with the next larger values in the same way.\n"
    "Add the values of all heaps by nim-sum, in binary without carrying. If the sum is 0, whoever "
    "is to move loses; otherwise make it 0. Equal heaps cancel out.";

static const char all_but[] =
    "Every heap has a value: the least number 0, 1, 2, ... that no move from it leads to. As "
    "nearly everything may be taken, only few heaps have the same one, and large heaps have large "
    "ones.\n"
    "Add the values by nim-sum, in binary without carrying. If the sum is 0, whoever is to move "
    "loses; otherwise make it 0. Equal heaps cancel out.";

static const char infinite_set[] =
    "Every heap has a value: the least number 0, 1, 2, ... that no move from it leads to. One "
    "heap: leave a lost one, with the value 0; learn these by heart.\n"
    "Several heaps: add their values by nim-sum, in binary without carrying. If the sum is 0, "
    "whoever is to move loses; otherwise make it 0. Equal heaps cancel out.";

static const char misere_subtraction[] =
    "Give each heap its value in normal play: the least number 0, 1, 2, ... that no move from it "
    "leads to. While a heap has a value of 2 or more, play as in normal play: leave values whose "
    "nim-sum is 0 (added in binary, without carrying).\n"
    "Only the end is different. When your move leaves heaps with the values 0 and 1 only, leave an "
    "odd number of 1s. So of one heap, leave one with the value 1.";

static const char misere_scoring[] =
    "It has been written that Scoring has no perfect strategy in misere play. It has one. The "
    "value of a chip is the remainder of its square, divided by one more than the longest move: by "
    "4 where a chip goes up to 3 squares. While a chip has a value of 2 or more, leave values "
    "whose nim-sum is 0 (added in binary, without carrying).\n"
    "When your move leaves the values 0 and 1 only, leave an odd number of 1s. So of two chips, "
    "with moves up to 3, leave equal remainders 2 and 2 or 3 and 3, or the remainders 0 and 1.";

static const char plainim[] =
    "Read each row as a number in binary, a chip being a 1: a move makes it any smaller number, so "
    "Plainim is Nim, and a row is a heap. Count the chips of each column. If all counts are even, "
    "whoever is to move loses. Otherwise find the leftmost column with an odd count and a row with "
    "a chip in it, and change in that row each column whose count is odd.";

static const char misere_plainim[] =
    "Read each row as a number in binary, a chip being a 1: Plainim is Nim, in misere play too. "
    "Leave columns that all have an even number of chips. Only the end is different. When your "
    "move leaves no chips but in the rightmost column, leave an odd number of them: your opponent "
    "then has to take the last one.";

static const char tiouk_tiouk[] =
    "The gaps are heaps of Nim. If in binary every column has an even number of 1s, whoever is to "
    "move loses; otherwise narrow a gap so that all are even.\n"
    "Northcott's game, where checkers may go back, too, need not end, as has been said: four moves "
    "back and forth restore the beginning. The same gaps win, if each retreat is followed.";

static const char corner_the_lady[] =
    "Send her to a lost square, given below by its numbers in either order: from it she reaches no "
    "other lost square, and from every other square she reaches one.";

static const char grundys_game[] =
    "Every heap has a value: the least number 0, 1, 2, ... that no split of it leads to. The "
    "two heaps of a split count as the nim-sum of their values (added in binary, without "
    "carrying).\n"
    "Add all values by nim-sum. If the sum is 0, whoever is to move loses; otherwise find a "
    "split that makes it 0. Whether the values repeat one day nobody knows.";

static const char wythoff[] =
    "Learn the lost pairs by heart: their differences are 1, 2, 3, ..., and each begins with "
    "the least number that is in no pair before it. From any other pair a move leads to a "
    "lost one: take from one heap, or the same from both.";

static const char misere_wythoff[] =
    "As in Wythoff's game, whoever leaves a lost pair wins: take from one heap, or the same "
    "from both, to get to one of those below. Only the beginning of the list is not as in "
    "normal play: 0+1 and 2+2 are lost instead of 0+0 and 1+2.\n"
    "The others are the same; their differences go up by one.";

static const char chomp[] =
    "A square bar: bite from the second row and the second column on. A row and a column of "
    "equal length are left; copy each bite on the other side.\n"
    "Two rows: leave the lower one shorter by one.\n"
    "Any rectangle is won for who begins: if biting off the last square does not win, then "
    "the answer to it would have been a winning first bite. But no rule is known that names "
    "the winning bite; the lost shapes have to be found one by one.";

static const char misere_chomp[] =
    "Whoever leaves nothing but the poisoned square loses here, so bite such that your "
    "opponent has to do that: leave one of the shapes below.\n"
    "No rule is known that gives all lost shapes; the program finds them one by one, from the "
    "smallest on.";

static const char hackenbush[] =
    "A stalk is worth the number of its edges, as a heap in Nim. Branches that meet count "
    "together as the nim-sum of what they are worth (added in binary, without carrying); the "
    "edge below adds 1 to that. A cycle may be drawn together into one point: each of its "
    "edges is then a loop, worth 1.\n"
    "What stands on the ground is added by nim-sum. If the sum is 0, whoever is to move "
    "loses; otherwise cut so that it becomes 0.";

static const char silver_dollar[] =
    "Pair the counters from the right. The squares between the two of a pair are a heap of Nim, "
    "and so are those on the left of an odd counter.\n"
    "Add these gaps by nim-sum, in binary without carrying. If the sum is 0, whoever is to move "
    "loses; otherwise make it 0. If your opponent makes a gap larger, follow as far with the other "
    "counter of the pair.";

static const char misere_silver_dollar[] =
    "Pair the counters from the right; the squares between the two of a pair, and those on the "
    "left of an odd counter, are heaps of Nim. Play misere Nim with them: leave gaps whose nim-sum "
    "is 0, but of gaps of 0 and 1 alone leave an odd number of 1s.\n"
    "If your opponent makes a gap larger, follow as far with the other counter of the pair.";

static const char dollar_one_step[] =
    "If the dollar is the leftmost counter, take it. So a counter that stands alone on its left "
    "stays: for it the strip ends at square 1.\n"
    "Pair the counters from the right. The squares between the two of a pair are a heap of Nim, "
    "and so are those on the left of an odd counter, with square 0 where it may go there. If the "
    "nim-sum of these gaps is 0, whoever is to move loses; otherwise make it 0.";

static const char dollar_two_step[] =
    "Never move the dollar to square 0: the other one takes it.\n"
    "Pair the counters from the right. The squares between the two of a pair are a heap of Nim, "
    "and so are those on the left of an odd counter, with square 0 unless it is the dollar. If the "
    "nim-sum of these gaps is 0, whoever is to move loses; otherwise make it 0.";

static const char turning_turtles[] =
    "Heads on coin 5 are a heap of 5 in Nim: turning it alone takes the heap, turning coin 2 with "
    "it leaves 2. Two heaps of 2 cancel out, and so heads on 2 become tails. (The left coin alone "
    "may be turned to heads, whatever some rules seem to say.)\n"
    "If the nim-sum of the numbers is 0, whoever is to move loses; otherwise make it 0.";

static const char mock_turtles[] =
    "Coin n has the n-th of the values 1, 2, 4, 7, 8, 11, 13, 14, ..., the numbers with an odd "
    "number of 1s in binary.\n"
    "If the nim-sum of the heads' values is 0, whoever is to move loses; otherwise turn coins that "
    "have the same sum.";

static const char ruler[] =
    "The value of a coin is the largest power of 2 that divides its number: 1, 2, 1, 4, 1, 2, 1, "
    "8, like the marks of a ruler in inches.\n"
    "If the nim-sum of the heads' values is 0, whoever is to move loses; otherwise turn over a run "
    "that has the same sum.";

static const char misere_ruler[] =
    "The value of a coin is the largest power of 2 that divides its number: 1, 2, 1, 4, ... Play "
    "as in normal play while a coin with a value of 2 or more shows heads: leave heads whose "
    "values have the nim-sum 0.\n"
    "When your move leaves heads on odd coins only, leave an odd number of them.";

static const char twins[] =
    "Number the coins 0, 1, 2, ... instead: then a head is a heap of Nim of this size, and another "
    "coin that is turned is the heap that is left.\n"
    "If the nim-sum of these numbers is 0, whoever is to move loses; otherwise make it 0.";

static const char misere_turning[] =
    "This is not misere Nim: a coin that is turned twice vanishes, where two equal heaps of Nim "
    "would stay. In Turning Turtles heads on 2 and 3 alone are lost, though the heaps 2 and 3 are "
    "won.\n"
    "No rule is known; the program judges all rows of up to 20 coins. What helps: know the small "
    "lost rows and steer for them.";

static const char date[] =
    "Leave a date whose day exceeds its month by 19: 20 January, 21 February, 22 March and so on, "
    "to 31 December. A move changes the day or the month, so it leaves this list, and you can go "
    "back to it: raise the day if the difference is less than 19, otherwise the month.\n"
    "February has 29 days here; with 28 the same dates are lost. A Cut-the-Knot page calls the "
    "game very much Nim with two heaps. The lost dates are those of Nim with 31 - day and 12 - "
    "month, but 295 of the 366 dates have another value than there, because months are of unequal "
    "length: 30 January cannot go to February.";

static const char misere_date[] =
    "Whoever has to say 31 December loses. As in normal play, leave a date whose day exceeds its "
    "month by 19, from 20 January to 28 September. Only the last three months differ: there leave "
    "31 October, 29 November or 30 December.\n"
    "A table of all 366 dates says so.";

static const char candy[] =
    "Leave two odd heaps: an even heap is split into 1 and the rest, say, and the other one is "
    "eaten. From two odd heaps every split leaves an odd one and an even one, and you can leave "
    "odd ones again, to the end with 1 and 1.\n"
    "So whoever is to move wins if a heap is even. A Cut-the-Knot page calls the positions from "
    "which the mover wins P; everywhere else, as here, P are those from which the mover loses.";

static const char misere_candy[] =
    "Divide the heaps by 3. Leave two heaps of which each is 1 or leaves the remainder 2, but not "
    "1 and 1: 1+2, 2+2, 1+5, 2+5, 5+5 and so on.\n"
    "A heap with the remainder 0 is split into 1 and the rest, one with the remainder 1 into 2 and "
    "the rest. A heap with the remainder 2 has no good split, and 1 has none at all.";

static const char sticks[] =
    "Count the sticks of odd length and divide by 2; count those of even length and divide by 3. "
    "Leave equal remainders.\n"
    "Each move changes one of the two: removing odd sticks the first, all else the second. An even "
    "stick broken into odd ones makes one less of the even ones, any other break one more.\n"
    "That holds while fewer than six sticks of 6 can be broken off. The sources say it for lengths "
    "up to 4, and of N and N + 1 that the second player keeps an even number of sticks, at most "
    "one of them even. But 2+4+4 is lost, too.";

static const char misere_sticks[] =
    "Count the sticks of odd length and divide by 2; count those of even length and divide by 3. "
    "Leave one remainder 0 and the other 1.\n"
    "Each move changes one of the two: removing odd sticks the first, all else the second. An even "
    "stick broken into odd ones makes one less of the even ones, any other break one more.\n"
    "That holds while fewer than six sticks of 6 can be broken off.";

static const char clear[] =
    "Every position is won, lost or a draw. It is won if a move leaves a lost one, else a draw if a "
    "move leaves a draw, else lost. At the end a table without counters is lost for whoever is to "
    "move, in misere play won, and one with counters that nobody may take is a draw.\n"
    "One heap that is too small for any move makes a draw of everything: whoever stands worse "
    "should leave one. Values and nim-sums do not decide here.";

static const char odd_scoring[] =
    "Count in eights. Leave 1 or 4 steps, or 8, 16, 24, ... more than that, to an opponent who has "
    "made an even number of steps so far; 0 or 5, or 8, 16, 24, ... more, to one who has made an "
    "odd number. From everywhere else one of your moves does that.\n"
    "So whoever begins loses from 1, 9, 17, 25, ... steps and wins from any other odd number.";

static const char tactix[] =
    "Turn the board by half. If that leaves the chips as they are, and no chips next to each other "
    "lie on both sides of the centre, whoever is to move loses: each move is answered by the same "
    "one, turned.\n"
    "So a full board is lost where both sides are even. Elsewhere take the chip at the centre, or "
    "the two around it, and then answer like that. For other positions no rule is known; the "
    "program judges every position of up to 25 squares.";

static const char misere_tactix[] =
    "Whoever takes the last chip loses. To answer each move by the same one on the other side, "
    "which wins in normal play, loses here.\n"
    "From a full board of 2 by 2 and of 4 by 4 squares the second player wins, from 3 by 3 and 5 "
    "by 5 the first. No rule is known; the program judges every position of up to 25 squares.\n"
    "Near the end count the chips that stand alone: an odd number of them, and nothing else, is "
    "lost for whoever is to move.";

static const char northcott[] =
    "The gaps are heaps of Nim: leave gaps whose nim-sum is 0 (added in binary, without carrying). "
    "Answer a retreat by an advance of as many squares in the same row.\n"
    "A Cut-the-Knot page says that the game must end. It need not: four moves can lead back to the "
    "same position. So retreats are counted here; their number does not change who wins.";

static const char misere_northcott[] =
    "The gaps are heaps of misere Nim: leave gaps whose nim-sum is 0 (added in binary, without "
    "carrying), but if none is 2 or more, leave an odd number of 1s. Answer a retreat by an "
    "advance of as many squares in the same row. With all gaps closed retreat by one square; if "
    "you may not, you have won.\n"
    "Retreats are counted, because without that the game need not end.";

static const char misere[] =
    "Only the end is turned round, but that spoils the arithmetic of normal play: values and "
    "nim-sums do not decide here. The program knows no theory of this game; it looks at every "
    "move, up to a certain size.\n"
    "What helps: know the small lost positions and steer for them. Near the end count the "
    "moves that are left: leave an odd number of them where each is forced.";

static const char unknown[] =
    "Look for positions from which every move has a good answer, and leave one of them. The "
    "program knows who can win from each position: ask for a hint when you play against a "
    "bot.";

/* --- sources --- */

#define BOUTON "C. L. Bouton, Nim, a game with a complete mathematical theory (1901)"
#define STICKY "American Mathematical Monthly, problem 569; Mathematics Magazine, problem 1687"
#define GARDNER "M. Gardner, Mathematical Puzzles and Diversions, the chapter Nim and Tac Tix"
#define FERGUSON "T. S. Ferguson, Game Theory, part I"
#define SCHWENK "A. J. Schwenk, Take-Away Games, Fibonacci Quarterly 8 (1970)"
#define WINNING_WAYS "Berlekamp, Conway and Guy, Winning Ways for your Mathematical Plays"
#define ONAG "J. H. Conway, On Numbers and Games, chapter 11"
#define GUY_SMITH "R. K. Guy and C. A. B. Smith, The G-values of various games (1956)"

#define CUT_THE_KNOT "A. Bogomolny, Cut the Knot (cut-the-knot.org), "

/* --- the lessons --- */

enum { ANY = -1, NORMAL = false, MISERE = true };

#define LESSON(family, variant, misere, serves, how, example, table, sources)                      \
    {                                                                                              \
        family, variant, misere, serves,                                                           \
        {                                                                                          \
            how, example, table, sources                                                           \
        }                                                                                          \
    }

/* The first row that fits is used; the last ones fit all rules. */
static const struct row {
    const struct family *family; /* NULL: any */
    int variant;
    bool misere;
    bool (*serves)(const struct rules *rules); /* NULL: all */
    struct lesson lesson;
} rows[] = {
    LESSON(&family_nim, ANY, NORMAL, NULL, nim, "3+5+7", LESSON_NO_TABLE, BOUTON),
    LESSON(&family_octal, ANY, NORMAL, is_nim, nim, "3+5+7", LESSON_NO_TABLE, BOUTON),
    LESSON(&family_nim, ANY, MISERE, NULL, misere_nim, "1+1+4", LESSON_NO_TABLE, BOUTON),
    LESSON(&family_octal, ANY, MISERE, is_nim, misere_nim, "1+1+4", LESSON_NO_TABLE, BOUTON),
    LESSON(&family_take_away, TAKE_AWAY_ONE, NORMAL, is_doubling, doubling, "20", LESSON_LOST_HEAPS,
           "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)"),
    LESSON(&family_take_away, TAKE_AWAY_ONE, NORMAL, is_binary, powers_of_two, "20",
           LESSON_LOST_HEAPS, SCHWENK),
    LESSON(&family_take_away, TAKE_AWAY_ONE, NORMAL, NULL, parts, "20", LESSON_LOST_HEAPS, SCHWENK),
    LESSON(&family_take_away, TAKE_AWAY_ONE, MISERE, NULL, misere_take_away, "20@5",
           LESSON_NO_TABLE, SCHWENK),
    LESSON(&family_take_away, TAKE_AWAY_LOCAL, NORMAL, NULL, local_quotas, "7@2+9@5",
           LESSON_NO_TABLE,
           "U. Larsson and S. Rubinstein-Salzedo, Grundy values of Fibonacci nim (2016)"),
    LESSON(&family_take_away, TAKE_AWAY_GLOBAL, NORMAL, is_binary, global_powers_of_two, "5+13",
           LESSON_NO_TABLE, SCHWENK),
    LESSON(&family_take_away, TAKE_AWAY_GLOBAL, NORMAL, is_doubling, global_doubling, "5+12",
           LESSON_NO_TABLE, SCHWENK),
    LESSON(&family_take_away, TAKE_AWAY_GLOBAL, NORMAL, NULL, global_quota, "5+8",
           LESSON_LOST_PAIRS, SCHWENK),
    LESSON(&family_octal, ANY, NORMAL, is_kayles_on_a_ring, kayles_on_a_ring, "o13", LESSON_VALUES,
           GUY_SMITH),
    LESSON(&family_octal, ANY, NORMAL, is_kayles, kayles, "1+11", LESSON_VALUES, GUY_SMITH),
    LESSON(&family_octal, ANY, NORMAL, is_dawsons_kayles, dawsons_kayles, "13", LESSON_VALUES,
           GUY_SMITH),
    LESSON(&family_octal, ANY, NORMAL, is_dawsons_chess_on_a_ring, dawsons_chess_on_a_ring, "o11",
           LESSON_VALUES, GUY_SMITH),
    LESSON(&family_octal, ANY, NORMAL, is_dawsons_chess, dawsons_chess, "11", LESSON_VALUES,
           GUY_SMITH),
    LESSON(&family_octal, ANY, MISERE, is_dawsons_chess_on_a_ring, misere_dawsons_chess_on_a_ring,
           "o14", LESSON_LOST_HEAPS, WINNING_WAYS),
    LESSON(&family_octal, ANY, MISERE, is_dawsons_chess, misere_dawsons_chess, "9",
           LESSON_LOST_HEAPS, WINNING_WAYS),
    LESSON(&family_octal, ANY, NORMAL, is_laskers_nim, laskers_nim, "5+7", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_octal, ANY, MISERE, is_kayles_on_a_ring, misere_kayles_on_a_ring, "o13",
           LESSON_NO_TABLE, "W. L. Sibert and J. H. Conway, Mathematical Kayles (1992)"),
    LESSON(&family_octal, ANY, MISERE, is_kayles, misere_kayles, "2+3+6", LESSON_NO_TABLE,
           "W. L. Sibert and J. H. Conway, Mathematical Kayles (1992)"),
    LESSON(&family_octal, ANY, NORMAL, NULL, values, NULL, LESSON_VALUES, GUY_SMITH),
    LESSON(&family_hexadecimal, ANY, NORMAL, NULL, values, NULL, LESSON_VALUES, WINNING_WAYS),
    LESSON(&family_subtraction, SUBTRACTION_CLEAR, NORMAL, NULL, clear, NULL, LESSON_LOST_HEAPS,
           FERGUSON),
    LESSON(&family_subtraction, SUBTRACTION_CLEAR, MISERE, NULL, clear, NULL, LESSON_LOST_HEAPS,
           FERGUSON),
    LESSON(&family_subtraction, ANY, NORMAL, is_consecutive, consecutive, "21", LESSON_LOST_HEAPS,
           FERGUSON),
    LESSON(&family_subtraction, ANY, NORMAL, is_range, range, NULL, LESSON_VALUES, FERGUSON),
    LESSON(&family_subtraction, ANY, NORMAL, is_all_but_range, all_but_range, NULL, LESSON_VALUES,
           WINNING_WAYS),
    LESSON(&family_subtraction, ANY, NORMAL, is_all_but, all_but, NULL, LESSON_VALUES,
           WINNING_WAYS),
    LESSON(&family_subtraction, ANY, NORMAL, is_finite_set, finite_set, NULL, LESSON_VALUES,
           FERGUSON),
    LESSON(&family_subtraction, ANY, NORMAL, NULL, infinite_set, "13+29", LESSON_LOST_HEAPS,
           WINNING_WAYS),
    LESSON(&family_subtraction, ANY, MISERE, NULL, misere_subtraction, NULL, LESSON_LOST_HEAPS,
           WINNING_WAYS),
    LESSON(&family_grundy, ANY, NORMAL, NULL, grundys_game, "8+13", LESSON_VALUES, WINNING_WAYS),
    LESSON(&family_wythoff, ANY, NORMAL, NULL, wythoff, "8+12", LESSON_LOST_PAIRS,
           "W. A. Wythoff, A modification of the game of Nim (1907)"),
    LESSON(&family_wythoff, ANY, MISERE, NULL, misere_wythoff, "8+12", LESSON_LOST_PAIRS,
           "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts (1982)"),
    LESSON(&family_chomp, ANY, NORMAL, NULL, chomp, "3+3+3", LESSON_LOST_SHAPES,
           "D. Gale, A curious Nim-type game (1974)"),
    LESSON(&family_chomp, ANY, MISERE, NULL, misere_chomp, "3+3+3", LESSON_LOST_SHAPES,
           WINNING_WAYS),
    LESSON(&family_hackenbush, ANY, NORMAL, NULL, hackenbush, "0-1-2-0+0-3-4-5+2-6",
           LESSON_NO_TABLE, WINNING_WAYS),
    LESSON(&family_hackenbush, ANY, MISERE, NULL, misere, "0-1-2-0+0-3-4", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_silver_dollar, SILVER_DOLLAR_PLAIN, NORMAL, NULL, silver_dollar, "2+5+9",
           LESSON_NO_TABLE, ONAG),
    LESSON(&family_silver_dollar, SILVER_DOLLAR_PLAIN, MISERE, NULL, misere_silver_dollar, "2+5+9",
           LESSON_NO_TABLE, ONAG),
    LESSON(&family_silver_dollar, SILVER_DOLLAR_ONE_STEP, NORMAL, NULL, dollar_one_step, "3+9$+12",
           LESSON_NO_TABLE, ONAG),
    LESSON(&family_silver_dollar, SILVER_DOLLAR_TWO_STEP, NORMAL, NULL, dollar_two_step, "5$+9+12",
           LESSON_NO_TABLE, ONAG),
    LESSON(&family_date, ANY, NORMAL, NULL, date, "9jan", LESSON_NO_TABLE,
           CUT_THE_KNOT "Date Game"),
    LESSON(&family_date, ANY, MISERE, NULL, misere_date, "9jan", LESSON_NO_TABLE,
           CUT_THE_KNOT "Date Game"),
    LESSON(&family_candy, ANY, NORMAL, NULL, candy, "8+13", LESSON_LOST_PAIRS,
           CUT_THE_KNOT "Raisin Game"),
    LESSON(&family_candy, ANY, MISERE, NULL, misere_candy, "8+13", LESSON_LOST_PAIRS,
           CUT_THE_KNOT "Raisin Game"),
    LESSON(&family_odd_scoring, ANY, NORMAL, NULL, odd_scoring, "15@0", LESSON_NO_TABLE,
           "Kvant 1970, problem M8"),
    LESSON(&family_northcott, ANY, NORMAL, NULL, northcott, NULL, LESSON_NO_TABLE,
           CUT_THE_KNOT "Northcott's Game"),
    LESSON(&family_northcott, ANY, MISERE, NULL, misere_northcott, NULL, LESSON_NO_TABLE,
           CUT_THE_KNOT "Northcott's Game"),
    LESSON(&family_turning, ANY, NORMAL, is_mock_turtles, mock_turtles, "5+9", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_turning, ANY, NORMAL, is_ruler, ruler, "3+8", LESSON_NO_TABLE, WINNING_WAYS),
    LESSON(&family_turning, ANY, NORMAL, is_twins, twins, "5+9", LESSON_NO_TABLE, WINNING_WAYS),
    LESSON(&family_turning, ANY, NORMAL, NULL, turning_turtles, "5+9", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_turning, ANY, MISERE, is_ruler, misere_ruler, "3+8", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_turning, ANY, MISERE, NULL, misere_turning, "2+5+9", LESSON_NO_TABLE,
           WINNING_WAYS),
    LESSON(&family_sticks, ANY, NORMAL, NULL, sticks, "2+3+4", LESSON_NO_TABLE, STICKY),
    LESSON(&family_sticks, ANY, MISERE, NULL, misere_sticks, "2+3+4", LESSON_NO_TABLE, STICKY),
    LESSON(&family_tactix, ANY, NORMAL, NULL, tactix, "xxx/xxx/xxx", LESSON_NO_TABLE, GARDNER),
    LESSON(&family_tactix, ANY, MISERE, NULL, misere_tactix, "xxx/xxx/xxx", LESSON_NO_TABLE,
           GARDNER),
    LESSON(NULL, ANY, MISERE, NULL, misere, NULL, LESSON_LOST_HEAPS, WINNING_WAYS),
    LESSON(NULL, ANY, NORMAL, NULL, unknown, NULL, LESSON_NO_TABLE, WINNING_WAYS),
};

#undef LESSON

/* Lessons in the words of a look; they come first. */
static const struct look_row {
    enum game_look look;
    const struct family *family;
    bool misere;
    struct lesson lesson;
} look_rows[] = {
    {LOOK_STRIP,
     &family_subtraction,
     MISERE,
     {misere_scoring, "6+9", LESSON_NO_TABLE, "A. Bogomolny, Scoring, misere (cut-the-knot.org)"}},
    {LOOK_BINARY,
     &family_nim,
     NORMAL,
     {plainim, "5+14", LESSON_NO_TABLE, "A. Bogomolny, Plainim (cut-the-knot.org)"}},
    {LOOK_BINARY,
     &family_nim,
     MISERE,
     {misere_plainim, "1+1+5", LESSON_NO_TABLE, "A. Bogomolny, Plainim (cut-the-knot.org)"}},
    {LOOK_BAND,
     &family_nim,
     NORMAL,
     {tiouk_tiouk, "3+6", LESSON_NO_TABLE, "A. Bogomolny, Northcott's game (cut-the-knot.org)"}},
    {LOOK_QUEEN,
     &family_wythoff,
     NORMAL,
     {corner_the_lady, "2+4", LESSON_LOST_PAIRS, WINNING_WAYS}},
};

const struct lesson *lesson_of(const struct rules *rules)
{
    for (size_t i = 0; i < sizeof look_rows / sizeof *look_rows; i++)
        if (look_rows[i].look == rules->look && look_rows[i].family == rules->family &&
            look_rows[i].misere == rules->misere &&
            (rules->look != LOOK_STRIP || is_consecutive(rules)))
            return &look_rows[i].lesson;
    for (const struct row *row = rows;; row++) {
        assert(row < rows + sizeof rows / sizeof *rows);
        if ((!row->family || row->family == rules->family) &&
            (row->variant == ANY || row->variant == rules->variant) &&
            row->misere == rules->misere && (!row->serves || row->serves(rules)))
            return &row->lesson;
    }
}
