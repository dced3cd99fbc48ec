import random
from collections import Counter
import pytest
from hands_by_mouse import HandsByMouse, try_game
from real_table import RealTable
from pathlib import Path
class D:
    def __init__(s,seed): s.r=random.Random(seed)
    def below(s,n): return s.r.randrange(n)
import os
def test_it(at_table, tmp_path):
    source = try_game(Path(os.environ["G61"]).resolve(), os.environ["S61"], tmp_path/"kept")
    table = RealTable(source.session, source)
    hands = HandsByMouse(at_table(table), table)
    d=D(int(os.environ.get("N61","1"))); kinds=Counter(); shots=0
    for i in range(int(os.environ.get("D61","80"))):
        hands.mouse.settle()
        c=table.session.due_choice
        if c is None: break
        if c.kind in ("retreat","advance","losses","withdraw","effects","attack"):
            legal=[o for o in c.options.legal() if not str(o).startswith("hand")]
            o=legal[d.below(max(1,len(legal)-1))] if c.kind=="attack" else legal[d.below(len(legal))]
            if c.kind!="attack":
                kinds[c.kind, type(o).__name__]+=1
                print(c.kind, c.ask, '->', o)
                hands.page.screenshot(path=f"/tmp/shot61_{c.kind}.png")
        elif c.kind=="move":
            from modules.engine.stacks.advice.move_advice import advise_move
            o=table.session.advise()
            prog=c.options.program
            b=prog.field.board; en=prog.field.enemy_hexes(prog.side)
            m=[x for x in prog.legal() if str(x)!="done"]
            if m: o=min(m,key=lambda x:min(b.distance(x.path[-1],e) for e in en) if x.path[-1] in b.neighbours else 99)
        else:
            o=table.session.advise()
        kinds[c.kind]+=1
        try: hands.mouse.give(o)
        except Exception as e:
            print("FAIL", c.ask, o, e)
            for a in table.asked[-6:]: print(a)
            print(hands.page.evaluate("[...document.querySelectorAll('.lights *')].map(x=>x.outerHTML.slice(0,200))"))
            print(hands.page.evaluate("(()=>{const b=document.querySelector('.lights [data-lit]').getBoundingClientRect();const e=document.elementsFromPoint(b.x+b.width/2,b.y+b.height/2);return e.map(x=>x.outerHTML.slice(0,150))})()"))
            hands.page.screenshot(path="/tmp/shot61_fail.png"); raise
        hands.mouse.settle()
        print("DIFF",c.kind,hands.given,"|",o) if hands.given!=str(o) else None
    print(kinds)
